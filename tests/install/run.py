#!/usr/bin/env python3
"""Installs into an empty root and uses what is there: the program, and the library in a program of somebody else, built through CMake and through
pkg-config. Then the same of the Debian package, where there is dpkg.

usage: run.py BUILD_DIR CXX
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

EXAMPLE = pathlib.Path(__file__).resolve().parent / 'example'
EXPECTED = ['bin/thinair', 'share/man/man1/thinair.1', 'share/bash-completion/completions/thinair', 'share/zsh/site-functions/_thinair',
            'share/fish/vendor_completions.d/thinair.fish', 'share/thinair/litmus/classic/SB.litmus', 'share/doc/thinair/README.md',
            'share/doc/thinair/docs/cookbook-java.md', 'share/doc/thinair/docs/examples/java/seqlock.litmus',
            'share/doc/thinair/LICENSE', 'include/thinair/thinair.hpp', 'include/thinair/fault.hpp', 'lib/libthinair.a', 'lib/pkgconfig/thinair.pc',
            'lib/cmake/thinair/thinairConfig.cmake']


def succeeds(*command, **options):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise SystemExit(f'{" ".join(map(str, command))}: exit code {done.returncode}\n{done.stdout}{done.stderr}')
    return done.stdout


def check_program(root):
    """Returns the version."""
    missing = [name for name in EXPECTED if not (root / name).is_file() or (root / name).stat().st_size == 0]
    if missing:
        raise SystemExit(f'not installed: {missing}')
    thinair = root / 'bin/thinair'
    version = succeeds(thinair, '--version').strip()
    if version not in (root / 'share/man/man1/thinair.1').read_text():
        raise SystemExit(f'the manual page is not of {version}')
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
    return version.split()[-1]


def check_header(root):
    """The example that the header opens with is the one that is built here, word for word."""
    opening = []
    for line in (root / 'include/thinair/thinair.hpp').read_text().split('\n'):
        if not line.startswith('//'):
            break
        opening.append(line)
    shown = '\n'.join('//   ' + line if line else '//' for line in (EXAMPLE / 'main.cpp').read_text().rstrip('\n').split('\n'))
    if f'\n//\n{shown}\n//\n' not in '\n'.join(opening):
        raise SystemExit('thinair.hpp does not open with tests/install/example/main.cpp')


def check_example(program):
    out = succeeds(program)
    expected = (EXAMPLE / 'expected.txt').read_text()
    if out != expected:
        raise SystemExit(f'the example program prints\n{out}instead of\n{expected}')


def check_cmake(root, cxx, folder):
    succeeds('cmake', '-S', EXAMPLE, '-B', folder, '-G', 'Ninja', f'-DCMAKE_PREFIX_PATH={root}', f'-DCMAKE_CXX_COMPILER={cxx}')
    where = [line for line in (folder / 'CMakeCache.txt').read_text().split('\n') if line.startswith('thinair_DIR')]
    if where != [f'thinair_DIR:PATH={root}/lib/cmake/thinair']:
        raise SystemExit(f'another thinair was found: {where}')
    succeeds('cmake', '--build', folder)
    check_example(folder / 'example')


def check_pkg_config(root, version, cxx, folder):
    folder.mkdir()
    environment = {**os.environ, 'PKG_CONFIG_PATH': str(root / 'lib/pkgconfig')}
    if succeeds('pkg-config', '--modversion', 'thinair', env=environment).strip() != version:
        raise SystemExit('thinair.pc is of another version')
    flags = succeeds('pkg-config', '--cflags', '--libs', 'thinair', env=environment).split()
    if f'{root}/lib' not in {os.path.normpath(flag[2:]) for flag in flags if flag.startswith('-L')}:
        raise SystemExit(f'thinair.pc names another folder: {flags}')
    # All of the library, so that nothing it needs can be missing.
    flags[flags.index('-lthinair')] = '-Wl,--whole-archive,-lthinair,--no-whole-archive'
    succeeds(cxx, '-std=c++20', EXAMPLE / 'main.cpp', '-o', folder / 'example', *flags)
    check_example(folder / 'example')


def check_package(build, cxx, folder):
    succeeds('cpack', '-G', 'DEB', '--config', build / 'CPackConfig.cmake', '-B', folder)
    packages = list(folder.glob('*.deb'))
    if len(packages) != 1:
        raise SystemExit(f'not one package: {packages}')
    package = packages[0]
    names = {line.split()[-1] for line in succeeds('dpkg-deb', '--contents', package).split('\n') if line}
    missing = [name for name in EXPECTED if f'./usr/{name}' not in names]
    if missing:
        raise SystemExit(f'not in the package: {missing}')
    strangers = sorted(name for name in names if not name.startswith('./usr/') and name != './')
    if strangers:
        raise SystemExit(f'in the package: {strangers}')
    depends = succeeds('dpkg-deb', '--field', package, 'Depends')
    for library in ('libc6', 'libz3', 'libfmt', 'zlib1g', 'libstdc++6'):
        if library not in depends:
            raise SystemExit(f'the package does not depend on {library}: {depends}')
    root = folder / 'root'
    succeeds('dpkg', '-x', package, root)
    version = check_program(root / 'usr')
    if succeeds('dpkg-deb', '--field', package, 'Version').strip() != version:
        raise SystemExit('the package is of another version')
    check_pkg_config(root / 'usr', version, cxx, folder / 'from_package')


def main():
    build, cxx = pathlib.Path(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder).resolve()
        root = folder / 'root'
        succeeds('cmake', '--install', build, '--prefix', root)
        version = check_program(root)
        check_header(root)
        check_cmake(root, cxx, folder / 'by_cmake')
        check_pkg_config(root, version, cxx, folder / 'by_pkg_config')
        if shutil.which('dpkg-shlibdeps') and shutil.which('dpkg-deb'):
            check_package(build, cxx, folder / 'package')
        else:
            print('without dpkg-dev, no package is built')
    print('installed, found and used')
    return 0


if __name__ == '__main__':
    sys.exit(main())
