"""The seams: what a title's plugin may change, and how plugins are found, checked and resolved."""
