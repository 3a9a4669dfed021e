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


if __name__ == '__main__':
    unittest.main()
