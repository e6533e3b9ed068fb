"""What lies on the table: hexes, track, tiles and what may be laid over what."""
