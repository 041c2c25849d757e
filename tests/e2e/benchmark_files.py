"""Files of benchmarks in their official layouts, with made-up items."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path

PEOPLE = (("the first-year student", "first"), ("the doctoral student", "doctoral"), ("Not known", "unknown"))


def write_bbq(folder: Path, n_templates: int = 4) -> Path:
    """A folder with ``data/Study.jsonl`` and the metadata file: four items a template, targets turned as published."""
    (folder / "data").mkdir(parents=True)
    items, rows = [], []
    for template in range(1, n_templates + 1):
        for at in range(4):
            is_ambiguous, is_negative = at in (0, 2), at < 2
            order = [(template + at + place) % 3 for place in range(3)]
            options = [PEOPLE[place] for place in order]
            stereotyped = order.index(0)
            target = stereotyped if is_negative else order.index(1)
            number = 4 * (template - 1) + at
            context = f"In seminar {template} a first-year student and a doctoral student were marked."
            if not is_ambiguous:
                context += " The first-year student had read nothing."
            items.append(
                {
                    "example_id": number,
                    "question_index": str(template),
                    "question_polarity": "neg" if is_negative else "nonneg",
                    "context_condition": "ambig" if is_ambiguous else "disambig",
                    "category": "Study",
                    "answer_info": {f"ans{place}": list(option) for place, option in enumerate(options)},
                    "additional_metadata": {"version": "a", "source": ""},
                    "context": context,
                    "question": "Who was not prepared?" if is_negative else "Who was prepared?",
                    **{f"ans{place}": option[0] for place, option in enumerate(options)},
                    "label": order.index(2) if is_ambiguous else (stereotyped if is_negative else order.index(1)),
                }
            )
            rows.append(("Study", str(template), str(number), str(target), "label"))
    lines = "".join(json.dumps(item) + "\n" for item in items)
    (folder / "data" / "Study.jsonl").write_text(lines, encoding="utf-8")
    with (folder / "additional_metadata.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("category", "question_index", "example_id", "target_loc", "label_type"))
        writer.writerows(rows)
    return folder


def write_categories(folder: Path, names: Sequence[str]) -> Path:
    """The same four items of BBQ in categories of some names, which may be long and of any script."""
    write_bbq(folder, n_templates=1)
    data, metadata = folder / "data" / "Study.jsonl", folder / "additional_metadata.csv"
    body = data.read_text(encoding="utf-8")
    heading, *rows = metadata.read_text(encoding="utf-8").splitlines()
    lines = [json.dumps({**json.loads(line), "category": name}) for name in names for line in body.splitlines()]
    data.write_text("\n".join(lines), encoding="utf-8")
    found = [row.replace("Study", f'"{name}"', 1) for name in names for row in rows]
    metadata.write_text("\n".join((heading, *found)), encoding="utf-8")
    return folder
