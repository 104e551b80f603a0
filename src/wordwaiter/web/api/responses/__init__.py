"""The responses of the API, as typed values."""
