"""A maker's own deck: rows of a spreadsheet through a layout onto cards.

    spreadsheet --tabular--> rows --cards--> cards of a deck --drawing--> faces --faces.deck--> pages

Nothing a maker writes is ever run: a layout is data, a condition is data, and a picture is a file beside the deck.
"""
