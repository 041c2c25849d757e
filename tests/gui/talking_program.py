"""A program for tests that talks like ``fairdesk run --events --control`` and does what its argument says."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path


def say(**event: object) -> None:
    print(json.dumps(event), flush=True)


def main() -> None:
    what = sys.argv[1]
    keys = json.loads(sys.stdin.readline())
    if what == "many":
        for number in range(20_000):
            say(n=number, keys=sorted(keys))
        print("a library printed this")
    elif what == "until-told":
        say(n=0)
        told = sys.stdin.readline()
        say(told=told.strip())
        sys.exit(5)
    elif what == "fail":
        print("The endpoint refused the key.", file=sys.stderr)
        sys.exit(4)
    elif what == "alone":
        say(n=0)
        sys.stdin.readline()
        time.sleep(0.3)
        Path(sys.argv[2]).write_text(str(os.getpid()))


if __name__ == "__main__":
    main()
