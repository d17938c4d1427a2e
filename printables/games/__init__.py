"""What games print beyond what every game can print, one package per game."""
