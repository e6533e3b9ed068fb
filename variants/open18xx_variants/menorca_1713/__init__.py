"""1713 Menorca."""
