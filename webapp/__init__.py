"""Phones: the Flask server that a table joins, with the only database, network and clock of the product."""
