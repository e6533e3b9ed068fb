"""Players without people: one that plays anything legal, one that plays simply and sensibly."""
