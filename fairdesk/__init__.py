"""FairDesk: audits of how a configured LLM application treats people of different groups."""

__version__ = "0.6.0"
