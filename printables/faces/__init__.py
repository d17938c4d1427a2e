"""How a kind of thing looks. A face draws inside a box in its own coordinates and knows no game."""
