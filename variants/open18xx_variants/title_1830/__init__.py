"""1830: Railways & Robber Barons, designed by Francis Tresham, published by Lookout Games: nothing but data."""
