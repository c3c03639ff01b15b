#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

"""Tests of tests/lint/prose: each construction is found in a small repository, good English passes, and a ceiling can
only fall."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent


class Repository(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "tests/lint").mkdir(parents=True)
        shutil.copy(HERE / "base.sh", self.root / "tests/lint")
        self.git("init", "--quiet", "--initial-branch=main")
        self.write("core/base/a.h", "/// Returns the bytes.\n")
        self.prose("--update")

    def git(self, *arguments):
        subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e@localhost", *arguments], cwd=self.root,
                       check=True, capture_output=True)

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message=all")

    def write(self, file, text):
        path = self.root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def prose(self, *arguments):
        """Exit code and output."""
        environment = {**os.environ, "PROSE_ROOT": str(self.root)}
        done = subprocess.run([sys.executable, str(HERE / "prose"), *arguments], env=environment, text=True,
                              capture_output=True)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def finds(self, file, text, *places):
        """The places, as LINE: KIND, are those that are found in the text."""
        self.write(file, text)
        found = [line.split(": ")[:2] for line in self.prose("--list")[1].splitlines()]
        self.assertEqual([f"{place.rsplit(':', 1)[1]}: {kind}" for place, kind in found], list(places), text)

    def test_comments(self):
        for word in ("Of", "What", "Whether", "As", "Where", "So"):
            self.finds("core/base/a.h", f"int a;\n/// {word} the plan.\nint b;\n", "2: fragment")
        self.finds("core/base/a.h", "int a;  ///< of a layer\nint b;  ///< bytes, as\n        ///< what is left\n",
                   "1: fragment")
        self.finds("core/base/a.h", "// Returns the bytes\n// of a layer.\n//\n// Of a node.\n", "4: fragment")
        self.finds("core/base/a.h", "int a;  // bytes\n// What follows.\n", "2: fragment")
        self.finds("core/base/a.h", "/* Whether\n   it is no plan. */\n", "1: fragment", "2: is-no")
        self.finds("core/base/a.h", "/// The plan is\n/// no tree, of\n/// no size.\n", "1: is-no", "2: of-no")
        self.finds("core/base/a.h", "// `what` it reads\n// Offers, sources, assets.\n// What is a plan?\n")
        self.finds("core/base/a.h", "/// There is no plan. It is no longer valid, is no larger than 2. Costs of no more than 3.\n")
        self.finds("core/base/CMakeLists.txt", "# What it needs.\nset(a \"# Of\")\n", "1: fragment")
        self.finds("core/base/CMakeLists.txt", "")
        self.finds("dev", "#!/bin/sh\n# As root.\n", "2: fragment")

    def test_messages(self):
        self.finds("core/base/a.cpp", 'f("a {} that is "\n  "no plan stands", "of no", "tells", "x\\" is there");\n',
                   "1: is-no", "2: stands", "2: of-no", "2: is-there")
        self.finds("core/base/a.cpp", 'f(R"(\n  it tells all)", \'"\', 1\'000, "he has it"); // Is there a plan?\n',
                   "2: tells", "2: has-it")
        self.finds("core/base/a.cpp", 'f("What a plan: a title is not a comment");\n')
        self.finds("core/base/a.cpp", "")
        self.finds("presets/models/a.json", '{"stands": 1,\n "note": "it stands alone"}\n', "2: stands")

    def test_documents(self):
        self.finds("README.md", "# What it does\n\nOne line\nof a paragraph.\n\n- whether\n\n| As | is |\n",
                   "1: fragment", "6: fragment", "8: fragment")
        self.finds("README.md", "```\nWhat it prints stands here\n```\n\n    So is this\n\n## What does it do?\n")
        self.finds("README.md", "A [link](stands.html) `tells` nothing.\n")
        self.finds("resources/help/a.zh_CN.md", "What\n")
        self.finds("tests/cases/a.md", "What\n")

    def test_ceilings(self):
        self.write("core/base/a.h", "/// Of a layer.\nint a;\n")
        self.commit()
        code, output = self.prose()
        self.assertEqual(code, 1)
        self.assertIn("core/base/a.h:1: fragment: Of a layer.", output)
        (self.root / "tests/lint/prose_ceilings.txt").unlink()
        self.assertEqual(self.prose()[0], 1)
        self.assertEqual(self.prose("--update")[0], 0)
        self.commit()

        # One more, in the same folder: the new place alone is printed.
        self.write("core/base/b.h", "/// Of a node.\n")
        code, output = self.prose()
        self.assertEqual(code, 1)
        self.assertIn("core/base/b.h:1", output)
        self.assertNotIn("core/base/a.h:1", output)
        self.assertEqual(self.prose("--update")[0], 1)
        self.write("core/base/b.h", "")

        # A ceiling that is raised by hand fails as well.
        ceilings = self.root / "tests/lint/prose_ceilings.txt"
        kept = ceilings.read_text()
        ceilings.write_text(kept.replace(" 1 ", " 2 ", 1))
        self.assertEqual(self.prose()[0], 1)
        self.write("core/base/b.h", "/// Of a node.\n")
        self.commit()
        self.assertIn("more than 1 in ", self.prose()[1])
        self.write("core/base/b.h", "")
        ceilings.write_text(kept)

        # One less: the ceiling follows.
        self.write("core/base/a.h", "")
        code, output = self.prose()
        self.assertEqual(code, 1)
        self.assertIn("prose --update", output)
        self.assertEqual(self.prose("--update")[0], 0)
        self.assertNotIn("core/base ", ceilings.read_text())
        self.assertEqual(self.prose()[0], 0)


unittest.main()
