#!/usr/bin/env python3
"""The checking scripts must be able to fail: each is run on small trees with and without the fault it looks for."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parent.parent.parent / 'tools'


def run_tool(tool, files, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return subprocess.run([sys.executable, TOOLS / tool, folder, *arguments], capture_output=True, text=True)


class Layers(unittest.TestCase):
    def test_downward_is_fine(self):
        result = run_tool('check_layers.py', {'src/cat/a.hpp': '#include "support/check.hpp"\n#include <vector>\n'})
        self.assertEqual(result.returncode, 0, result.stdout)

    def test_upward_is_named_with_its_line(self):
        result = run_tool('check_layers.py', {'src/support/a.hpp': '#pragma once\n\n#include "cat/ast.hpp"\n'})
        self.assertEqual(result.returncode, 1)
        self.assertIn("src/support/a.hpp:3: layer 'support' includes 'cat/ast.hpp' of the later layer 'cat'", result.stdout)

    def test_program_as_data_must_not_see_litmus_but_lowering_may(self):
        tree = '#include "litmus/ast.hpp"\n'
        self.assertEqual(run_tool('check_layers.py', {'src/program/program.hpp': tree}).returncode, 1)
        self.assertEqual(run_tool('check_layers.py', {'src/program/lower_java.cpp': tree}).returncode, 0)

    def test_vendors_stay_behind_their_walls(self):
        self.assertEqual(run_tool('check_layers.py', {'src/cat/a.cpp': '#include <nlohmann/json.hpp>\n'}).returncode, 1)
        self.assertEqual(run_tool('check_layers.py', {'src/report/a.cpp': '#include <nlohmann/json.hpp>\n'}).returncode, 0)

    def test_unknown_folder(self):
        self.assertEqual(run_tool('check_layers.py', {'src/misc/a.hpp': '\n'}).returncode, 1)

    def test_empty_tree_is_not_a_success(self):
        self.assertEqual(run_tool('check_layers.py', {}).returncode, 1)


class Sizes(unittest.TestCase):
    def test_limits(self):
        for lines, code, word in ((500, 0, '0 too long'), (501, 0, 'warning'), (800, 0, 'warning'), (801, 1, 'error')):
            result = run_tool('check_sizes.py', {'src/a.cpp': '\n' * lines})
            self.assertEqual(result.returncode, code, result.stdout)
            self.assertIn(word, result.stdout)

    def test_goldens_are_exempt(self):
        result = run_tool('check_sizes.py', {'src/a.cpp': '\n', 'tests/golden/x/a.cpp': '\n' * 900})
        self.assertEqual(result.returncode, 0, result.stdout)


class Docs(unittest.TestCase):
    """With a program in thinair's place that prints its arguments, and rejects what it is told to."""

    FAKE = '#!/bin/sh\ncase "$*" in *reject*) echo rejected >&2; exit 3;; esac\nfor a in "$@"; do case $a in *.litmus|*.cat|*.mem) grep -q WRONG "$a" && exit 3;; esac; done\necho "$@"\n'

    def run_docs(self, readme):
        with tempfile.TemporaryDirectory() as folder:
            fake = pathlib.Path(folder) / 'bin' / 'thinair'
            fake.parent.mkdir()
            fake.write_text(self.FAKE)
            fake.chmod(0o755)
            return run_tool('check_docs.py', {'README.md': readme}, str(fake))

    def test_output_must_be_what_is_written(self):
        self.assertEqual(self.run_docs('```console\n$ thinair a b\na b\n```\n').returncode, 0)
        self.assertEqual(self.run_docs('```console\n$ thinair a b\na c\n```\n').returncode, 1)
        self.assertEqual(self.run_docs('```console\n$ thinair a b\n```\n').returncode, 1)

    def test_dots_stand_for_any_lines(self):
        self.assertEqual(self.run_docs("```console\n$ printf '1\\n2\\n3\\n'\n1\n...\n3\n```\n").returncode, 0)
        self.assertEqual(self.run_docs("```console\n$ printf '1\\n2\\n3\\n'\n1\n...\n4\n```\n").returncode, 1)

    def test_a_failing_command_must_say_so(self):
        self.assertEqual(self.run_docs('```console\n$ thinair reject\nrejected\n```\n').returncode, 1)
        self.assertEqual(self.run_docs('```console\n$ thinair reject; echo $?\nrejected\n3\n```\n').returncode, 0)

    def test_tests_and_models_must_be_accepted(self):
        for language in ('litmus', 'cat', 'mem'):
            self.assertEqual(self.run_docs(f'```{language}\nfine\n```\n').returncode, 0)
            self.assertEqual(self.run_docs(f'```{language}\nWRONG\n```\n').returncode, 1)

    def test_no_example_at_all_is_not_a_success(self):
        self.assertEqual(self.run_docs('```sh\nfalse\n```\n').returncode, 1)


if __name__ == '__main__':
    unittest.main()
