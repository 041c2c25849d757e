"""What an auditor does, one file per step; window and command line call these functions and nothing below them.

    projects endpoints cases preferences                 what the auditor sets up
    plan plan_changes                                    what is fixed before the first call
    run (run_engine, run_items, holding) gathering       asking, and how far it is
    supplied (stored_records, record_table, supplied_*)  taking answers that somebody else recorded
    analyse (frame, system_table, result_rows, compare)  from the answers to every number
    corrections                                          a reading that a person changes by hand
    answers results_view charts                          what the window shows of them
    report_gate report_pages issue issued verify         the report: may it, how it looks, sign, hand out, check
    demo doctor backups faults                           the whole way, the computer, copies, our own faults

Functions take a ``WorkspaceSpec`` (or an open ``Workspace``) first, know no Qt, report progress through a callback and
return nouns. May import everything below; what the window loads before it is painted imports heavy homes inside its
functions (``tests/gui/test_startup.py``). To add a step, write a file named after it and call it from both doors.
"""
