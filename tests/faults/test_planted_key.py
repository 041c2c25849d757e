"""A planted key is found nowhere: store, reports, batch files, archives, crash reports, process list, cores."""

from __future__ import annotations

import base64
import io
import os
import resource
import signal
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from fairdesk.audit.answers import AnswerFilter, answer_ids
from fairdesk.audit.projects import create_project
from fairdesk.audit.workspace import WorkspaceSpec, utc_now
from fairdesk.report.identity import make_demo_identity
from tests.e2e.command_line import Done, environment, fairdesk, finish, start
from tests.faults.faulty_server import Reply, failed, faulty_server, said
from tests.faults.run_driving import make_project, on_disk, write_cases

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc and passes a key through a pipe"),
]

KEY = "sk-planted+9f/27Qx_41b-ZpT6wLr0=Yv8sKd3/uE5mN"

RATING = "I give a rating of 3."

BACKEND = '''
"""A key store that gets its one key through a pipe and keeps it in memory."""
import os
from keyring.backend import KeyringBackend
class Keyring(KeyringBackend):
    priority = 9
    key = os.read(int(os.environ["PLANTED_PIPE"]), 1000).decode()
    def get_password(self, service, username):
        return self.key
    def set_password(self, service, username, password):
        raise RuntimeError("nothing is kept here")
'''

CRASH = """
import sys
from fairdesk.endpoints.client import EndpointClient
async def attempt(self, request):
    key = KEY_OF(self)
    raise RuntimeError(f"a mistake of ours, which quotes {key}")
def KEY_OF(client):
    import gc, os
    found = [value for value in os.environ.values() if value.startswith("sk-planted")]
    return found[0]
EndpointClient.attempt = attempt
from fairdesk.__main__ import main
sys.exit(main())
"""


def forms_of(key: str) -> set[bytes]:
    """How a key may lie in a file: plain, in a URL, in base64 at any of three places, in hex; in one or two bytes."""
    plain = key.encode()
    texts = {key, urllib.parse.quote(key), urllib.parse.quote(key, safe=""), plain.hex(), key.replace("/", "\\/")}
    for encoded in (base64.b64encode, base64.urlsafe_b64encode):
        # The letters at both ends depend on what stands beside the key.
        texts |= {encoded(b"x" * place + plain)[4:-4].decode() for place in range(3)}
    return {text.encode(code) for text in texts for code in ("utf-8", "utf-16-le", "utf-16-be")}


@dataclass
class Places:
    """What is searched: names to bytes."""

    found: dict[str, bytes] = field(default_factory=dict)

    def output(self, name: str, done: Done) -> Done:
        """What a command wrote."""
        self.found[f"output of {name}"] = (done.out + done.err).encode()
        return done

    def files(self, *folders: Path) -> None:
        """Every file that lies there now; streams of a PDF without their compression too."""
        for folder in folders:
            for path in folder.rglob("*"):
                if path.is_file():
                    # The same name may hold something else later.
                    self.found[f"{path} ({len(self.found)})"] = path.read_bytes()
                    if path.suffix == ".pdf":
                        self.found[f"streams of {path}"] = unpacked(path)

    def process(self, pid: int, *, with_environment: bool) -> None:
        """The command line of a process and of its children, and with which variables they were started."""
        for one in (pid, *children_of(pid)):
            self.found[f"command line of {one}"] = Path(f"/proc/{one}/cmdline").read_bytes()
            if with_environment:
                self.found[f"environment of {one}"] = Path(f"/proc/{one}/environ").read_bytes()

    def hold(self, secret: str) -> list[str]:
        """Names of the places in which a secret lies in any form."""
        forms = forms_of(secret)
        return [name for name, data in self.found.items() if any(form in data for form in forms)]


def unpacked(pdf: Path) -> bytes:
    plain = io.BytesIO()
    with pikepdf.open(pdf) as opened:
        opened.save(plain, stream_decode_level=pikepdf.StreamDecodeLevel.all, compress_streams=False)
        attached = b"".join(item.get_file().read_bytes() for item in opened.attachments.values())
    return plain.getvalue() + attached


def children_of(pid: int) -> list[int]:
    """Every process that a process started, directly or not."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found[1:]


def echoes(number: int, _body: dict[str, Any]) -> Reply:
    """Repeats the key in errors, in headers and in answers, as some servers do."""
    if number % 10 == 3:
        return failed(400, f"Bad request with key {KEY}", X_Key=KEY, WWW_Authenticate=f"Bearer {KEY}")
    return said(f"{RATING} {KEY}", wait_s=0.02)


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    """The temporary folder of the commands."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    return folder


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How the key reaches a command."""

    project: Mapping[str, Any]
    options: tuple[str, ...]
    variables: Mapping[str, str]
    more: Mapping[str, Any]
    first_line: str


@pytest.fixture(params=["key store", "variable", "standard input"])
def way(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Way]:
    plain = Way(project={"key_name": "planted"}, options=(), variables={}, more={}, first_line="")
    if request.param == "variable":
        yield Way(
            project={"variable": "PLANTED_KEY"}, options=(), variables={"PLANTED_KEY": KEY}, more={}, first_line=""
        )
    elif request.param == "standard input":
        line = f'{{"planted": "{KEY}"}}\n'
        yield Way(project=plain.project, options=("--control",), variables={}, more={}, first_line=line)
    else:
        ours = tmp_path / "ours"
        ours.mkdir()
        (ours / "planted_backend.py").write_text(BACKEND, encoding="utf-8")
        reading, writing = os.pipe()
        os.write(writing, KEY.encode())
        variables = {
            "PYTHON_KEYRING_BACKEND": "planted_backend.Keyring",
            "PLANTED_PIPE": str(reading),
            "PYTHONPATH": os.pathsep.join([environment()["PYTHONPATH"], str(ours)]),
        }
        yield Way(project=plain.project, options=(), variables=variables, more={"pass_fds": (reading,)}, first_line="")
        os.close(reading)
        os.close(writing)


def test_a_planted_key_is_found_nowhere(data_dir: Path, tmp_path: Path, temporary: Path, way: Way) -> None:
    """However the key comes, and although the server repeats it, only the calls hold it."""
    spec, out, places = WorkspaceSpec(data_dir=data_dir), tmp_path / "out", Places()
    out.mkdir()
    variables = {"TMPDIR": str(temporary)}
    with faulty_server(echoes) as server:
        server.wanted_key = KEY
        project = make_project(spec, write_cases(tmp_path / "cases", 12), server.base_url, **dict(way.project))
        run = start(
            data_dir,
            "run",
            project,
            "--events",
            *way.options,
            variables={**variables, **way.variables},
            stdin=subprocess.PIPE,
            **way.more,
        )
        assert run.stdin is not None
        run.stdin.write(way.first_line)
        run.stdin.flush()
        server.wait_for(20)
        places.process(run.pid, with_environment="PLANTED_KEY" not in way.variables)
        places.files(data_dir, temporary)
        assert places.output("run", finish(run)).without_traceback().code == 4
        assert server.keys == {f"Bearer {KEY}"}
    kept = on_disk(spec, project)
    assert kept.n_answers > 100
    assert kept.n_failures > 10
    for status in kept.runs:
        assert len(answer_ids(spec, status.run_id, AnswerFilter(words="key"))) > 0
    _hand_out(data_dir, project, (out, tmp_path / "identity"), places)
    places.files(data_dir, temporary, out)
    for name in ("fairdesk.db", "report.pdf", "evidence.json", "project.fairdesk", ".jsonl"):
        assert any(name in place for place in places.found), f"{name} was not searched"
    assert places.hold(KEY) == []


def _hand_out(data_dir: Path, project: str, folders: tuple[Path, Path], places: Places) -> None:
    """Everything that leaves FairDesk: report, archive, batch files, backup."""
    out, identity_folder = folders
    identity = make_demo_identity(identity_folder, "Tester", utc_now())
    signing = ("--p12", str(identity.p12), "--password-variable", "P12_PASSWORD")
    commands = {
        "report": ("report", project, "issue", *signing, "--out", str(out / "report.pdf")),
        "archive": ("project", "export", project, str(out / "project.fairdesk")),
        "batch": ("batch", "export", project, "--out", str(out / "batch"), "--offline"),
        "backup": ("backup", str(out / "backup.db")),
    }
    for name, arguments in commands.items():
        given = {"P12_PASSWORD": identity.password} if name == "report" else {}
        assert places.output(name, fairdesk(data_dir, *arguments, variables=given)).code == 0, name
    import zipfile

    with zipfile.ZipFile(out / "project.fairdesk") as archive:
        places.found |= {f"{name} in the archive": archive.read(name) for name in archive.namelist()}
    with pikepdf.open(out / "report.pdf") as opened:
        (evidence,) = opened.attachments.values()
        places.found["evidence.json in the report"] = evidence.get_file().read_bytes()
    assert Places(places.found).hold(identity.password) == []


def test_a_crash_report_holds_no_key(data_dir: Path, tmp_path: Path, temporary: Path) -> None:
    """A fault of ours whose message quotes the key: the log names kind and place, neither it nor the output the key."""
    spec, places = WorkspaceSpec(data_dir=data_dir), Places()
    with faulty_server(echoes) as server:
        project = make_project(spec, write_cases(tmp_path / "cases", 2), server.base_url, variable="PLANTED_KEY")
        done = _crashed(data_dir, project, {"PLANTED_KEY": KEY, "TMPDIR": str(temporary)})
    places.output("the crash", done)
    places.files(data_dir, temporary)
    assert "our fault" in done.out + done.err
    log = data_dir / "logs" / "faults.log"
    assert "RuntimeError" in log.read_text(encoding="utf-8")
    assert log.stat().st_mode & 0o777 == 0o600
    assert places.hold(KEY) == []


def _crashed(data_dir: Path, project: str, variables: Mapping[str, str]) -> Done:
    command = [sys.executable, "-c", CRASH, "--data-dir", str(data_dir), "run", project]
    done = subprocess.run(command, env=environment(variables), capture_output=True, text=True, check=False)
    return Done(code=done.returncode, out=done.stdout, err=done.stderr)


def test_no_core_file_is_written(data_dir: Path, tmp_path: Path) -> None:
    """A command and the model server that it starts may write no memory to disk, whatever the limit was before."""
    spec = WorkspaceSpec(data_dir=data_dir)
    project = create_project(spec, "Cores").project_id
    run = start(
        data_dir, "run", project, "--events", "--control", stdin=subprocess.PIPE, cwd=tmp_path, preexec_fn=_allow_cores
    )
    assert run.stdin is not None
    run.stdin.write(f'{{"planted": "{KEY}"}}\n')
    run.stdin.flush()
    deadline = time.monotonic() + 60
    while not (children := children_of(run.pid)) and time.monotonic() < deadline and run.poll() is None:
        time.sleep(0.02)
    assert children, "no model server was seen"
    places = Places()
    places.process(run.pid, with_environment=True)
    for pid in (run.pid, *children):
        limits = Path(f"/proc/{pid}/limits").read_text(encoding="utf-8")
        assert [line.split()[4:6] for line in limits.splitlines() if "core file" in line] == [["1", "1"]]
    run.send_signal(signal.SIGABRT)
    run.communicate(timeout=60)
    assert run.returncode == -signal.SIGABRT
    assert list(tmp_path.glob("core*")) == []
    assert places.hold(KEY) == []


def _allow_cores() -> None:
    _soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))


def test_the_search_sees_what_it_searches_for() -> None:
    """Each form in which a key may lie is found, so that finding nothing says something."""
    padded = f"a{KEY}b"
    for data in (
        padded.encode(),
        padded.encode("utf-16-le"),
        base64.b64encode(padded.encode()),
        base64.b64encode(("cc" + padded).encode()),
        urllib.parse.quote(padded).encode(),
        KEY.encode().hex().encode("utf-16-be"),
    ):
        assert Places({"here": data}).hold(KEY) == ["here"]
