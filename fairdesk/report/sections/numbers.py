"""The numbers of the sections of a report, for their headings and for sentences that point to them."""

OBJECT = 1
POSITION = 2
PLAN = 3
TESTS = 4
COVERAGE = 5
RESULTS = 6
COMPARISON = 7
ANSWERS = 8
LIMITS = 9
RENEWAL = 10
EVIDENCE = 11
