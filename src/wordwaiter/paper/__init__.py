"""What an event prints, as PDF files."""
