"""The report: what it says, how it looks, how it is signed and checked. Only home of reportlab, pikepdf and pyHanko.

    blocks            the nouns that sections return
    sections/         one file per section; a new one is a file and a line in SECTIONS
    document          the sections of one report in order
    evidence_file     the same numbers as evidence.json; figures: charts as data; renewal: until when all of it holds
    layout            blocks to pages: render(); stamp: the picture in a visible signature
      prose tables columns drawing (forest, change_bars, pictures)     blocks to slabs
      flow page_frame theme                                            slabs to pages
      text (fonts, itemise, lines, shaping, inking)                    any script to glyphs
      tagging structure embedding finish                               PDF/A-3a and PDF/UA-1
    signing           signatures made (keyfile, certificates, identity: the throw-away one)
    checking          and judged (signatures, signature_value, revisions; printed: what stands on the pages)

May import domain only; a new kind of block is a class in blocks.py, its builder, and a case in layout.py.
"""
