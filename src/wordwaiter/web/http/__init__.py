"""The application and its server: requests, authentication, limits, headers, errors."""
