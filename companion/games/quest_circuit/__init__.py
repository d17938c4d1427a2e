"""Quest Circuit: a race round a ring of cells, for 1 to 6 heroes. Unfinished: no entry point names it yet."""
