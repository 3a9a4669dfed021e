#!/usr/bin/env python3
"""Installs into an empty root and uses what is there.

usage: run.py BUILD_DIR
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

EXPECTED = ['bin/thinair', 'share/man/man1/thinair.1', 'share/bash-completion/completions/thinair', 'share/zsh/site-functions/_thinair',
            'share/fish/vendor_completions.d/thinair.fish', 'share/thinair/litmus/classic/SB.litmus', 'share/doc/thinair/README.md',
            'share/doc/thinair/LICENSE']


def succeeds(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f'{" ".join(map(str, command))}: exit code {done.returncode}\n{done.stdout}{done.stderr}')
    return done.stdout


def main():
    build = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        succeeds('cmake', '--install', build, '--prefix', root)
        missing = [name for name in EXPECTED if not (root / name).is_file() or (root / name).stat().st_size == 0]
        if missing:
            raise SystemExit(f'not installed: {missing}')
        thinair = root / 'bin/thinair'
        version = succeeds(thinair, '--version')
        if version.strip() not in (root / 'share/man/man1/thinair.1').read_text():
            raise SystemExit(f'the manual page is not of {version.strip()}')
        # Away from the source tree: nothing but the program is needed to judge a test.
        out = succeeds(thinair, 'outcomes', root / 'share/thinair/litmus/classic/SB.litmus', '--model', 'sc')
        if '3 states' not in out:
            raise SystemExit(f'unexpected outcomes:\n{out}')
        if shutil.which('bash'):
            script = f'source {root}/share/bash-completion/completions/thinair; COMP_WORDS=(thinair out); COMP_CWORD=1; _thinair; echo "$COMPREPLY"'
            if succeeds('bash', '-c', script).strip() != 'outcomes':
                raise SystemExit('bash completion does not complete a command')
        if shutil.which('man'):
            succeeds('man', '--warnings', '-l', root / 'share/man/man1/thinair.1')
    print('installed, found and used')
    return 0


if __name__ == '__main__':
    sys.exit(main())
