"""From companion to paper: cards, character sheets and score pads as PDF. Knows nothing of the web."""
