"""What leaves the house on paper or as an image. Typst and resvg are extras: `print` and `pictures`.

fonts.py     the two types of the house as files for PDF and PNG, cut out of the page's
raster.py    a picture as PNG
previews.py  what is shown of a position where its link is shared
ordering.py  PrintOrder: what is to be printed, on which paper, how large; and what can be
markup.py    Markdown of the rule pages as Typst; texts as Typst writes them
paper.py     sheets of paper: how pieces lie on them, how a board is cut into tiles, marks to cut along
sheets.py    the sheets of a game: cards, tokens, stand-ups, boards
texts.py     the sheets with words: the cover, rules, aids, score pads
printing.py  all of it as one PDF
"""
