"""The nouns of FairDesk: frozen values, standard library only, no input or output.

Case -> Variant -> Exchange -> Reading -> Estimate -> Finding -> Block -> PDF. To add a noun, write a frozen,
slotted, keyword-only dataclass in the file of its step; ``codec`` reads and writes it by its annotations.
"""
