"""The titles that come with open18xx, one package a title; each is found by its entry point."""
