"""Where files live, what the window remembers, and where keys are kept. Only home of keyring and platformdirs.

May import ``domain`` only. Keys are never in a noun, a file of FairDesk, a log or a command line.
Nothing is imported here: the window reads its preferences before anything heavy is loaded.
"""
