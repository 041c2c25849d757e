"""What an auditor does, one file per step; window and command line call these functions and nothing below them.

    projects endpoints cases preferences                 what the auditor sets up
    plan (plan_abilities) plan_changes                   what is fixed before the first call, and what is refused
    run (run_items, run_lane, run_engine, run_standing,  asking: what and in which order, whose turn it is, putting
      run_budget, run_identity, run_reuse, run_reading,  answers on disk, and what ends a run before its time
      run_bytes, holding)
    run_status gathering estimate                        how far it is, and what the rest will take
    import_preview supplied (record_readings,            taking answers that somebody else recorded
      record_table, stored_records, supplied_*)
    canary (canary_prompts, canary_comparison)           fixed prompts now and then, to notice a silent change
    corrections                                          a reading that a person changes by hand
    analyse (frame, system_table, row_maker,             from the answers to every number, and what must be
      result_rows, target_rows, name_rows, drawn_words,  printed beside it
      compare, sentences, foreign_numbers)
    answers results_view evidence charts table_files     what the window shows of them, down to the raw answers
    report_gate report_pages issue register verify       the report: may it, how it looks, sign, hand out, check
    throw_away demo doctor backups faults                an identity to try with, the whole way, the computer,
                                                         copies, our own faults
    calc score                                           without a project: one method on one input, one file scored

Functions take a ``WorkspaceSpec`` (or an open ``Workspace``) first, know no Qt, report progress through a callback and
return nouns. May import everything below; what the window loads before it is painted imports heavy homes inside its
functions (``tests/gui/test_startup.py``). To add a step, write a file named after it and call it from both doors.
"""
