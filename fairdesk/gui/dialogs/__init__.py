"""Questions that need an answer now: a dialog returns a value or None and never touches the store."""
