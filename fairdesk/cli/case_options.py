"""Files of cases on the command line: which files are cases, how they are read, and what is answered.

JSON: {"project", "imported", "duplicates", "near_duplicates", "hints", "replaced", "rejected", "languages": {language:
cases}, "problems": [{"file", "place", "cause", "cure", "is_blocking"}], "place_holders": [{"name", "n_cases",
"is_known"}], "sources": [{"name", "sha256"}]}. ``sha256`` is the key of the document that describes the file.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from fairdesk.audit.workspace import WorkspaceSpec
from fairdesk.cli.output import Output
from fairdesk.domain.case_hints import HINTS_LABEL, HintKind
from fairdesk.domain.case_imports import CASE_ENDINGS, SPLITS, CaseImportOptions, CasesImported
from fairdesk.domain.codec import to_plain
from fairdesk.domain.errors import ExitCode, InputError

CASES_LAYOUT = (
    "With --cases the files hold cases to be asked about: text, Markdown, Word and PDF files (one case each; these are "
    "cases without the option, too), or tables with a column of texts. JSON of such an import: project, imported, "
    "duplicates, near_duplicates, hints, replaced, rejected, languages, problems, place_holders, sources."
)

PROBLEMS_SAID = 20


def add_case_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of cases."""
    cases = parser.add_argument_group("files of cases")
    cases.add_argument("--cases", action="store_true", help="the files are cases, not records of answers")
    cases.add_argument("--text-column", default="", metavar="NAME", help="column of a table that holds the texts")
    cases.add_argument("--id-column", default="", metavar="NAME", help="column that holds the ids; else numbered")
    cases.add_argument("--language", default="", metavar="XX", help="of all texts, two letters; else guessed for each")
    cases.add_argument(
        "--split", default="file", choices=SPLITS, help="one case per text file, or per paragraph between blank lines"
    )
    cases.add_argument(
        "--keep-originals", action="store_true", help="keep the bytes of the files, with all personal data in them"
    )
    cases.add_argument(
        "--replace",
        default="",
        metavar="KINDS",
        help="replace what rules find before anything is stored: "
        f"{','.join(kind.value for kind in HintKind)}, or all. {HINTS_LABEL}",
    )


def are_cases(arguments: argparse.Namespace) -> bool:
    """Whether the files of a command are cases: it says so, or none of them can be anything else.

    Raises:
        InputError: some of the files can be cases only and others may be records; or options of cases stand beside
            records.
    """
    only = [path for path in arguments.files if path.suffix.lower() in CASE_ENDINGS]
    if arguments.cases or len(only) == len(arguments.files):
        if arguments.map or arguments.reference or arguments.scale or arguments.one_system_per_file:
            raise InputError(
                "--map, --reference, --scale and --one-system-per-file belong to records of answers, not to cases.",
                "Leave them out; --text-column and --id-column name the columns of cases.",
            )
        return True
    if only:
        other = next(path for path in arguments.files if path not in only)
        raise InputError(
            f"{only[0].name} can only be a case, and {other.name} may hold records of answers.",
            "Import them one after the other, or say with --cases that all of them are cases.",
        )
    if arguments.text_column or arguments.id_column or arguments.replace or arguments.keep_originals:
        raise InputError(
            "--text-column, --id-column, --replace and --keep-originals belong to files of cases.",
            "Say with --cases that the files are cases, or leave these options out.",
        )
    return False


def import_case_files(spec: WorkspaceSpec, arguments: argparse.Namespace, output: Output) -> ExitCode:
    """Take the files as cases and say what became of them."""
    from fairdesk.audit.case_import import import_cases

    options = CaseImportOptions(
        text_column=arguments.text_column,
        id_column=arguments.id_column,
        language=_language(arguments.language),
        sheet=arguments.sheet,
        encoding=arguments.encoding,
        keeps_originals=arguments.keep_originals,
        replaced_kinds=hint_kinds(arguments.replace),
        split=arguments.split,
        takes_good_rows=arguments.take_good_rows,
    )
    files = tuple(Path(path) for path in arguments.files)
    done = import_cases(spec, arguments.project, files, options, output.step)
    output.json(
        {
            "project": arguments.project,
            "imported": done.n_imported,
            "duplicates": done.n_duplicates,
            "near_duplicates": done.n_near,
            "hints": done.n_hints,
            "replaced": done.n_replaced,
            "rejected": done.n_rejected,
            "languages": dict(done.languages),
            "problems": [to_plain(problem) for problem in done.problems],
            "place_holders": [to_plain(holder) for holder in done.place_holders],
            "sources": [{"name": name, "sha256": sha256} for name, sha256 in done.sources],
        }
    )
    _say(done, output)
    return ExitCode.DONE


def _say(done: CasesImported, output: Output) -> None:
    languages = ", ".join(f"{'not told' if name == 'und' else name} {n}" for name, n in done.languages)
    output.say(f"Cases imported: {done.n_imported}; languages: {languages or 'none'}.")
    for n, words in (
        (done.n_duplicates, "With the text of another case, left out"),
        (done.n_near, "With almost the text of another case, used"),
        (done.n_replaced, "Places replaced before anything was stored"),
        (done.n_rejected, "Rows or files that were not taken"),
    ):
        if n:
            output.say(f"{words}: {n}.")
    if done.n_hints:
        output.say(f"Places that look like personal data: {done.n_hints}. {HINTS_LABEL}")
    for holder in done.place_holders:
        if not holder.is_known:
            output.say(f"No cue fills the place-holder {{{holder.name}}} so far; cases with it: {holder.n_cases}.")
    for problem in done.problems[:PROBLEMS_SAID]:
        output.say(problem.sentence)
    if len(done.problems) > PROBLEMS_SAID:
        output.say(f"... and {len(done.problems) - PROBLEMS_SAID} more; --json lists them.")


def hint_kinds(words: str) -> tuple[HintKind, ...]:
    """The kinds that ``--replace`` names.

    Raises:
        InputError: a word is no kind.

    Example:
        >>> [kind.name for kind in hint_kinds("e-mail, names")]
        ['EMAIL', 'NAMES']
    """
    found: list[HintKind] = []
    for word in filter(None, (part.strip().lower() for part in words.split(","))):
        if word == "all":
            return tuple(HintKind)
        if word not in {kind.value for kind in HintKind}:
            known = ", ".join(kind.value for kind in HintKind)
            raise InputError(f"{word!r} is nothing that can be replaced.", f"Name some of {known}, or all.")
        found.append(HintKind(word))
    return tuple(dict.fromkeys(found))


def _language(words: str) -> str:
    plain = words.strip().lower()
    if plain and not (len(plain) == 2 and plain.isascii() and plain.isalpha()):
        raise InputError(f"{words!r} is no language.", "Write two letters, for example en, de, fr or es.")
    return plain
