"""Made-up photographs of boards, and the networks that learn to read them (docs/development/photos.md)."""
