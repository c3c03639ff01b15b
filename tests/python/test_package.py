# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

"""Tests of the Python package, against pgram (its path is in PGRAM)."""

import inspect
import json
import os
import re
import signal
import subprocess
import tempfile
import threading
import typing
import unittest
import xml.dom.minidom
from pathlib import Path

import parallelogram as pg

PGRAM = os.environ["PGRAM"]
ASKED = {"model": "bert-huge-32", "cluster": "rtx-titan-8", "batch": 64, "memory": "8GiB"}
WORDS = ["--model=bert-huge-32", "--cluster=rtx-titan-8", "--batch=64", "--memory=8GiB"]
#: A search that takes minutes.
LONG = {"model": "gpt3-175b", "cluster": "64 x A100-SXM4-80GB", "batch": 512, "space": "all"}


def pgram(*words: str) -> str:
    """Returns what the program prints."""
    return subprocess.run([PGRAM, *words], capture_output=True, text=True, check=False).stdout


def without_clock(text: str) -> str:
    """Returns an answer or a plan without the time of day and the time that it took."""
    return re.sub(r'"(created|seconds)": ("[^"]*"|[-+.e0-9]+)', r'"\1": 0', text)


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.answer = pg.plan(**ASKED)
        cls.plan = cls.answer.plan

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_plan_is_that_of_pgram_byte_for_byte(self) -> None:
        pgram("plan", *WORDS, "--out", str(self.folder / "theirs.pgplan.json"))
        self.plan.save(self.folder / "ours.pgplan.json")
        theirs = (self.folder / "theirs.pgplan.json").read_bytes().decode()
        ours = (self.folder / "ours.pgplan.json").read_bytes().decode()
        self.assertEqual(without_clock(ours), without_clock(theirs))

    def test_answers_are_those_of_pgram(self) -> None:
        self.plan.save(self.folder / "b.pgplan.json")
        theirs = json.loads(without_clock(pgram("estimate", str(self.folder / "b.pgplan.json"), "--json")))
        self.assertEqual(json.loads(without_clock(json.dumps(pg.estimate(self.plan)))), theirs)
        self.assertEqual(pg.estimate(self.folder / "b.pgplan.json"), pg.estimate(self.plan))
        self.assertEqual(pg.estimate(self.answer), pg.estimate(self.plan.json))
        theirs = json.loads(without_clock(pgram("frontier", *WORDS, "--threads=1", "--json")))
        self.assertEqual(json.loads(without_clock(json.dumps(pg.frontier(**ASKED, threads=1)))), theirs)

    def test_out_writes_the_plan(self) -> None:
        file = self.folder / "out.pgplan.json"
        answer = pg.plan(**ASKED, out=file)
        self.assertEqual(file.read_text(), answer.plan.text)
        self.assertEqual(answer.messages, (f"wrote {file}",))

    def test_infeasible_is_an_answer(self) -> None:
        answer = pg.plan(**{**ASKED, "memory": "1GiB"}, tries=0)
        self.assertEqual(answer.exit_code, 1)
        self.assertIsNone(answer.plan)

    def test_a_file_from_before_is_not_the_plan(self) -> None:
        file = self.folder / "before.pgplan.json"
        self.plan.save(file)
        answer = pg.plan(**{**ASKED, "memory": "1GiB"}, tries=0, out=file)
        self.assertEqual(answer.exit_code, 1)
        self.assertIsNone(answer.plan)
        self.assertEqual(file.read_text(), self.plan.text)

    def test_errors_are_raised_with_their_parts(self) -> None:
        with self.assertRaises(pg.Error) as raised:
            pg.plan(model="bert-hug", cluster="rtx-titan-8", batch=64)
        self.assertEqual(raised.exception.kind, "bad-input")
        self.assertIn("bert-hug", str(raised.exception))
        with self.assertRaises(TypeError):
            pg.plan(modle="bert-huge-32")
        with self.assertRaises(TypeError):
            pg.plan(model=object())
        with self.assertRaises(pg.Error):
            pg.estimate({"format": "parallelogram-plan"})
        with self.assertRaises(pg.Error):
            pg.plan(**{**ASKED, "batch": "many"})

    def test_objects_are_files(self) -> None:
        model = json.loads(self.plan.text)["model"]
        own = {**model, "name": "own"}
        self.assertEqual(pg.plan(**{**ASKED, "model": own}).step_time_s, self.answer.step_time_s)

    def test_changed_plans(self) -> None:
        changed = json.loads(self.plan.text)
        for run in changed["strategies"]:
            run["recompute"] = "full"
        other = pg.Plan.of(changed)
        self.assertLess(pg.estimate(other).peak_memory_bytes, self.answer.peak_memory_bytes)
        self.assertEqual(pg.Plan.of(self.plan.json), self.plan)
        self.assertEqual(len(pg.compare([self.plan, other]).comparisons), 1)

    def test_frames(self) -> None:
        table = self.answer.frame("layers")
        self.assertEqual(table.layer_count.sum(), 34)
        self.assertEqual(sorted(set(table.stage)), list(range(len(self.answer.stages))))
        with self.assertRaises(ValueError):
            self.answer.frame()

    def test_pictures_are_svg(self) -> None:
        document = xml.dom.minidom.parseString(self.plan.picture())
        rectangles = [each.firstChild.firstChild.data for each in document.getElementsByTagName("rect") if each.firstChild]
        for run in self.answer.layers:
            hint = f"{run['layer_count']} layers from {run['first_layer']}: {run['strategy']}"
            self.assertIn(hint, rectangles)
        timeline = xml.dom.minidom.parseString(self.plan.timeline())
        operations = sum(len(stage["operations"]) for stage in pg.simulate(self.plan).stages)
        self.assertGreater(len(timeline.getElementsByTagName("rect")), operations)

    def test_hostile_names_are_text(self) -> None:
        hostile = json.loads(self.plan.text)
        hostile["name"] = '"><script>alert(1)</script>'
        picture = pg.Plan.of(hostile).picture()
        self.assertNotIn("<script", picture)
        xml.dom.minidom.parseString(picture)

    def test_study(self) -> None:
        study = {
            "format": "parallelogram-study",
            "version": 1,
            "name": "two",
            "scenario": {"model": "bert-huge-32", "cluster": "rtx-titan-8", "batches": [64]},
            "grid": {"memory_budget_bytes": [2**33, 2**34]},
        }
        file = self.folder / "two.sqlite"
        self.assertEqual(pg.study(study, results=file).added, 2)
        self.assertEqual(pg.study(study, results=file).added, 0)
        self.assertEqual(len(pg.Study(file).frame()), 2)
        (row,) = pg.Study(file).rows("SELECT step_s FROM answers WHERE memory_budget_bytes = ?", [2**33])
        self.assertEqual(row["step_s"], self.answer.step_time_s)

    def test_interrupt_stops_and_keeps_what_was_found(self) -> None:
        # A shell starts jobs in the background with the signal ignored.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(pg.Stopped) as raised:
            pg.plan(**LONG)
        self.assertIn("certificate", raised.exception.answer)
        self.assertEqual(raised.exception.answer.certificate.status, "stopped")

    def test_signal_handlers_of_the_program_are_heard(self) -> None:
        class Late(Exception):
            pass

        def raise_late(number: int, frame: object) -> None:
            raise Late

        before = signal.signal(signal.SIGALRM, raise_late)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with self.assertRaises(Late):
            pg.plan(**LONG)

    def test_other_threads_run_meanwhile(self) -> None:
        found = []
        threads = [threading.Thread(target=lambda: found.append(pg.plan(**ASKED))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([each.step_time_s for each in found], [self.answer.step_time_s] * 4)

    def test_functions_have_the_options_of_pgram(self) -> None:
        help_text = pgram("plan", "--help")
        options = set(re.findall(r"^  (?:-\w,)?--([a-z0-9-]+)", help_text, re.MULTILINE))
        names = {name.rstrip("_").replace("_", "-") for name in inspect.signature(pg.plan).parameters}
        self.assertEqual(names, options - {"help", "json", "csv", "markdown"})
        for name in pg.commands.__all__:
            command = getattr(pg, name)
            self.assertTrue(command.__doc__)
            self.assertIn("return", typing.get_type_hints(command))


if __name__ == "__main__":
    unittest.main()
