"""1830: Railways & Robber Barons, designed by Francis Tresham; rights: the designer's estate and Lookout Games."""
