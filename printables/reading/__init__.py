"""What lets a phone read a printed page later: markers, the code, and the geometry of the places to write in."""
