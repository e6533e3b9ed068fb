"""Doors to other programs' files and protocols."""
