"""Arrays in, ``Estimate`` or ``NotMeasured`` out: the arithmetic of FairDesk, and the only home of scipy.

One file per family of methods; every function names its id in methods.md. Nothing here knows a file, a store
or a window. Zero valid observations is ``NotMeasured``, never 0, 1 or parity, and what a library answers to
degenerate input is not trusted.

What every function shares:

* Arrays hold one value per file (the mean of its valid samples), finite, in the same order of files.
* ``missing`` names the arms and how many files have no valid value there. Its entry ``files``, when present,
  is the number of files lost altogether; without it the sum over the arms stands, which can only widen bounds.
* A difference is always variant minus base: negative means that the variant was rated lower.

May import ``domain`` only. To add a measure, write its function in the file of its family, with its id, a source and a
worked example, which ``tests/textbook`` computes again through ``audit/calc``, so that it needs an answer there;
``audit/result_rows.py`` says which ones are in results of a run. What several families need has a file of its own:
``pairs`` (what comes in), ``intervals`` and ``resampled_sums`` (B1 to B6), ``ratio_of_sums`` and ``clusters`` (B7),
``flips`` and ``label_exchange`` (exact and drawn tests), ``resampling`` (seeds).
"""
