#!/usr/bin/env python3
"""The checking scripts must be able to fail: each is run on small trees with and without the fault it looks for."""
import io
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parent.parent.parent / 'tools'
sys.path.insert(0, str(TOOLS))
import check_format  # noqa: E402
import check_layers  # noqa: E402


def run_tool(tool, files, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return subprocess.run([sys.executable, TOOLS / tool, folder, *arguments], capture_output=True, text=True)


class Layers(unittest.TestCase):
    def test_downward_is_fine(self):
        result = run_tool('check_layers.py', {'src/language/cat/a.hpp': '#include "support/check.hpp"\n#include <vector>\n'})
        self.assertEqual(result.returncode, 0, result.stdout)

    def test_upward_is_named_with_its_line(self):
        result = run_tool('check_layers.py', {'src/support/a.hpp': '#pragma once\n\n#include "language/cat/ast.hpp"\n'})
        self.assertEqual(result.returncode, 1)
        self.assertIn("src/support/a.hpp:3: layer 'support' includes 'language/cat/ast.hpp' of the later layer 'language/cat'", result.stdout)

    def test_a_layer_is_a_folder_with_all_that_is_in_it(self):
        self.assertEqual(run_tool('check_layers.py', {'src/program/program.hpp': '#include "read/litmus/ast.hpp"\n'}).returncode, 1)
        self.assertEqual(run_tool('check_layers.py', {'src/read/java/lower.cpp': '#include "read/litmus/ast.hpp"\n'}).returncode, 0)

    def test_the_second_opinion_leans_on_no_engine(self):
        self.assertEqual(run_tool('check_layers.py', {'src/engine/reference/a.cpp': '#include "engine/bounds/network.hpp"\n'}).returncode, 1)
        self.assertEqual(run_tool('check_layers.py', {'src/engine/axiomatic/a.cpp': '#include "engine/bounds/network.hpp"\n'}).returncode, 0)

    def test_vendors_stay_behind_their_walls(self):
        self.assertEqual(run_tool('check_layers.py', {'src/language/cat/a.cpp': '#include <nlohmann/json.hpp>\n'}).returncode, 1)
        self.assertEqual(run_tool('check_layers.py', {'src/show/report/a.cpp': '#include <nlohmann/json.hpp>\n'}).returncode, 0)

    def test_unknown_folder(self):
        self.assertEqual(run_tool('check_layers.py', {'src/misc/a.hpp': '\n'}).returncode, 1)

    def test_empty_tree_is_not_a_success(self):
        self.assertEqual(run_tool('check_layers.py', {}).returncode, 1)

    def test_printers_do_not_reach_engines_through_others(self):
        texts = {'show/report/text.cpp': '#include "ask/verdict/verdict.hpp"\n', 'ask/verdict/verdict.hpp': '#include "engine/axiomatic/engine.hpp"\n',
                 'show/page/page.cpp': '#include "show/report/report.hpp"\n', 'show/report/report.hpp': '#include "program/test.hpp"\n'}
        on = {rule: True for rule in check_layers.FAR}
        self.assertEqual(list(check_layers.far_problems(texts, on)),
                         [('show/report/text.cpp', 'a file of show/ reaches engine/: ask/verdict/verdict.hpp -> engine/axiomatic/engine.hpp')])
        self.assertEqual(list(check_layers.far_problems(texts, {rule: False for rule in check_layers.FAR})), [])

    def test_files_that_include_each_other_are_no_way_without_end(self):
        texts = {'show/a.hpp': '#include "show/b.hpp"\n', 'show/b.hpp': '#include "show/a.hpp"\n'}
        self.assertEqual(list(check_layers.far_problems(texts, {rule: True for rule in check_layers.FAR})), [])

    def test_every_rule_has_a_switch(self):
        self.assertEqual(set(check_layers.RULES), set(check_layers.FAR))


class Format(unittest.TestCase):
    STYLE = 'BasedOnStyle: Google\n'

    def test_only_what_is_formatted_passes(self):
        if check_format.clang_format() is None:
            self.assertEqual(run_tool('check_format.py', {'a.cpp': 'int x;\n'}).returncode, 77)
            return
        self.assertEqual(run_tool('check_format.py', {'.clang-format': self.STYLE, 'a.cpp': 'int x;\n'}).returncode, 0)
        result = run_tool('check_format.py', {'.clang-format': self.STYLE, 'a.cpp': 'int x;\n', 'src/b.hpp': 'int   x;\n'})
        self.assertEqual(result.returncode, 1)
        self.assertIn('src/b.hpp: not formatted', result.stdout)
        self.assertEqual(run_tool('check_format.py', {'.clang-format': self.STYLE}).returncode, 1)


class Shell(unittest.TestCase):
    def test_scripts_are_found_by_name_and_by_first_line(self):
        if shutil.which('shellcheck') is None:
            self.assertEqual(run_tool('check_shell.py', {'a.sh': '#!/bin/sh\n'}).returncode, 77)
            return
        good, bad = '#!/bin/sh\necho "$1"\n', '#!/bin/sh\necho $1\n'
        self.assertEqual(run_tool('check_shell.py', {'a.sh': good, 'run': good, 'text': 'echo $1\n'}).returncode, 0)
        self.assertEqual(run_tool('check_shell.py', {'a.sh': bad}).returncode, 1)
        self.assertEqual(run_tool('check_shell.py', {'a.sh': good, 'run': bad}).returncode, 1)
        self.assertEqual(run_tool('check_shell.py', {'text': 'echo\n'}).returncode, 1)


class Progress(unittest.TestCase):
    def run_build(self, script):
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder) / 'build.log'
            done = subprocess.run([sys.executable, TOOLS / 'progress.py', 'release', log, 'sh', '-c', script], capture_output=True, text=True)
            return done, log.read_text()

    def test_steps_are_shown_on_stderr_and_kept_in_the_log(self):
        script = 'for i in 1 2 3 4; do echo "[$i/4] Building CXX object CMakeFiles/core.dir/Unity/unity_engine_cxx.cxx.o"; done'
        done, log = self.run_build(script)
        self.assertEqual((done.returncode, done.stdout), (0, ''))
        self.assertIn('[4/4] release, 0 s: compiled engine of core\n', done.stderr)
        self.assertEqual(log.count('\n'), 4)

    def test_how_long_the_rest_may_take(self):
        sys.path.insert(0, str(TOOLS))
        from progress import left
        self.assertEqual(left(5, 5, 4, 10), '')
        self.assertEqual(left(100, 100, 1, 10), '')
        self.assertEqual(left(100, 100, 4, 16), ', about 5 min left')
        self.assertEqual(left(160, 100, 4, 16), ', about 4 min left')
        self.assertEqual(left(60, 60, 9, 10), ', less than a minute left')
        self.assertEqual(left(60, 60, 10, 10), '')

    def test_quick_steps_do_not_tell_how_long_the_rest_may_take(self):
        sys.path.insert(0, str(TOOLS))
        from progress import Shown
        out = io.StringIO()
        shown = Shown('release', out, False, 100, 0)
        for done in range(1, 11):
            shown.step(done, 22, 'wrote generated/x.cpp', done)
        for done in range(11, 16):
            shown.step(done, 22, 'compiled engine of core', 10 + 20 * (done - 10))
        self.assertIn('[ 9/22] release, 9 s: wrote generated/x.cpp\n', out.getvalue())
        self.assertIn('[15/22] release, 110 s, about 2 min left: compiled engine of core\n', out.getvalue())

    def test_a_first_step_that_takes_long_is_not_silent(self):
        sys.path.insert(0, str(TOOLS))
        from progress import Shown
        out = io.StringIO()
        shown = Shown('release', out, False, 100, 0)
        for second in range(1, 15):
            shown.tick(second)
        self.assertEqual(out.getvalue(), 'release, 10 s: begun\n')

    def test_where_memory_runs_out_one_compiler_goes_on(self):
        done, _ = self.run_build('[ -n "${CMAKE_BUILD_PARALLEL_LEVEL:-}" ] || '
                                 '{ echo "c++: fatal error: Killed signal terminated program cc1plus"; exit 1; }')
        self.assertEqual((done.returncode, done.stderr), (0, 'memory has run out; going on with one compiler at a time\n'))

    def test_nothing_to_do_says_nothing(self):
        done, _ = self.run_build('echo "[0/1] Re-running CMake..."; echo "ninja: no work to do."')
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, '', ''))

    def test_what_the_compiler_says_follows_a_failure(self):
        script = 'echo "[1/9] Building good"; printf "FAILED: a.o\\ng++ -c a.cpp\\na.cpp:1: error: what\\n"; exit 3'
        done, log = self.run_build(script)
        self.assertEqual(done.returncode, 3)
        self.assertIn('a.cpp:1: error: what\n', done.stderr)
        self.assertNotIn('g++ -c', done.stderr)
        self.assertIn('g++ -c', log)


class Run(unittest.TestCase):
    """./run with a pretended build: says where the program is when it has just been built, and only then."""

    def test_what_is_told_after_a_build(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name).resolve()
            (folder / 'tools').mkdir()
            shutil.copy(TOOLS.parent / 'run', folder / 'run')
            build = folder / 'tools/build.sh'
            build.write_text('#!/bin/sh\ncd "$(dirname "$0")/.."\nmkdir -p build/release\nif [ ! -e build/release/thinair ]; then\n'
                             'printf \'#!/bin/sh\\necho ran "$@"\\n\' > build/release/thinair; chmod +x build/release/thinair; fi\n')
            build.chmod(0o755)
            run = lambda: subprocess.run([folder / 'run', 'models'], capture_output=True, text=True)
            first, second = run(), run()
            self.assertEqual((first.returncode, first.stdout), (0, 'ran models\n'))
            self.assertIn('some minutes the first time', first.stderr)
            self.assertIn(f'export PATH="{folder}/build/release:$PATH"', first.stderr)
            self.assertEqual((second.returncode, second.stdout, second.stderr), (0, 'ran models\n', ''))


class Prepare(unittest.TestCase):
    """Packages are installed, with programs in the place of dpkg and apt: nothing is there, and apt does what it is told to."""

    def prepare(self, apt, user=0):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for path, text in (('tools/prepare.sh', (TOOLS / 'prepare.sh').read_text()), ('bin/dpkg-query', '#!/bin/sh\nexit 1\n'),
                               ('bin/pkg-config', '#!/bin/sh\n'), ('bin/id', f'#!/bin/sh\necho {user}\n'), ('bin/apt-get', f'#!/bin/sh\n{apt}\n'),
                               ('bin/sudo', '#!/bin/sh\nexit 1\n')):
                (folder / path).parent.mkdir(exist_ok=True)
                (folder / path).write_text(text)
                (folder / path).chmod(0o755)
            environment = {**os.environ, 'PATH': f'{folder}/bin:{os.environ["PATH"]}'}
            done = subprocess.run([folder / 'tools/prepare.sh'], capture_output=True, text=True, env=environment)
            self.assertEqual(done.stdout, '')
            return done.returncode, done.stderr, (folder / 'build/prepare.log').read_text()

    def test_progress_is_shown_and_what_apt_says_is_kept(self):
        code, said, log = self.prepare('echo "dlstatus:1:7.5:Retrieving file 1 of 9"; echo "dlstatus:1:8:Retrieving file 1 of 9"; echo "Unpacking: a:b"')
        self.assertEqual(code, 0)
        self.assertEqual(said.split('\n')[1:], ['apt update, 7 %: Retrieving file 1 of 9', 'apt install, 7 %: Retrieving file 1 of 9', ''])
        self.assertEqual(log, 'Unpacking: a:b\n' * 2)

    def test_a_failure_says_why_and_what_to_install(self):
        code, said, _ = self.prepare('echo "W: no network" >&2; exit 100')
        self.assertEqual(code, 1)
        self.assertIn('could not be installed: W: no network, see build/prepare.log\n', said)
        self.assertIn('  apt-get install --no-install-recommends cmake ninja-build', said)

    def test_without_the_right_to_it_apt_is_not_tried(self):
        code, said, log = self.prepare('echo tried', user=1000)
        self.assertEqual((code, log), (1, ''))
        self.assertIn('could not be installed: sudo does not let', said)


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

    def test_links_lead_somewhere(self):
        example = '```console\n$ thinair a\na\n```\n'
        self.assertEqual(self.run_docs(example + '## The `b-` part\n[x](#the-b--part) [y](https://example.org/z)\n').returncode, 0)
        self.assertIn("README.md:5: link: there is no 'gone.md'", self.run_docs(example + '[x](gone.md)\n').stdout)
        self.assertIn("has no heading '#gone'", self.run_docs(example + '[x](README.md#gone)\n').stdout)
        self.assertEqual(self.run_docs(example + '[x](gone.md)\n').returncode, 1)

    def test_no_example_at_all_is_not_a_success(self):
        self.assertEqual(self.run_docs('```sh\nfalse\n```\n').returncode, 1)


class Codes(unittest.TestCase):
    SOURCE = 'd.code = "cat-kind";\nreport(where, "cat-limit", "too many");\n'
    HEAD = '| code | meaning | what to do |\n|---|---|---|\n'
    KIND, LIMIT = '| `cat-kind` | wrong kind | change it |\n', '| `cat-limit` | too many | take fewer |\n'

    def run_codes(self, document, source=SOURCE, **more):
        return run_tool('check_codes.py', {'src/a.cpp': source, 'docs/errors.md': self.HEAD + document, **more})

    def test_every_code_has_one_row(self):
        self.assertEqual(self.run_codes(self.KIND + self.LIMIT).returncode, 0)
        self.assertIn("no row for 'cat-limit'", self.run_codes(self.KIND).stdout)
        self.assertIn("two rows for 'cat-kind'", self.run_codes(self.KIND + self.LIMIT + self.KIND).stdout)
        self.assertEqual(self.run_codes(self.KIND).returncode, 1)

    def test_every_row_has_a_code(self):
        result = self.run_codes(self.KIND + self.LIMIT + '| `cat-gone` | was there | nothing |\n')
        self.assertEqual(result.returncode, 1)
        self.assertIn("'cat-gone' is in no message", result.stdout)

    def test_rows_say_something(self):
        self.assertEqual(self.run_codes(self.KIND + '| `cat-limit` | too many | |\n').returncode, 1)

    def test_codes_that_only_messages_show(self):
        message = {'tests/errors/mem/a.expect': 'a.mem:1:1: error: no model [mem-syntax]\n'}
        self.assertIn("no row for 'mem-syntax'", self.run_codes(self.KIND + self.LIMIT, **message).stdout)
        self.assertEqual(self.run_codes(self.KIND + self.LIMIT + '| `mem-syntax` | not the language | read it |\n', **message).returncode, 0)

    def test_options_and_other_words_are_no_codes(self):
        option = {'src/cli/options.cpp': '    {"cat-file", 0, "FILE"},\n'}
        self.assertEqual(self.run_codes(self.KIND + self.LIMIT, self.SOURCE + 'given.all("cat-file"); "po-loc"', **option).returncode, 0)

    def test_no_codes_at_all_is_not_a_success(self):
        self.assertEqual(self.run_codes('', 'int x;\n').returncode, 1)


if __name__ == '__main__':
    unittest.main()
