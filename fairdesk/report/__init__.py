"""The report: what it says, how it looks, how it is signed and checked. Only home of reportlab, pikepdf and pyHanko.

    blocks            the nouns that sections return
    sections/         one file per section; a new one is a file and a line in SECTIONS
    document          the sections of one report in order
    evidence_file     the same numbers as evidence.json
    layout            blocks to pages: render(); stamp: the picture in a visible signature
      prose tables columns drawing (forest, change_bars, pictures)     blocks to slabs
      flow page_frame theme                                            slabs to pages
      text (fonts, itemise, lines, shaping, inking)                    any script to glyphs
      tagging structure embedding finish                               PDF/A-3a and PDF/UA-1
    signing checking  signatures made and judged (keyfile, identity)

May import domain only; a new kind of block is a class in blocks.py, its builder, and a case in layout.py.
"""
