"""Things that are cut out and used beside cards: tokens, tuck boxes, dice to fold, mats, and a sheet of all icons."""
