#!/usr/bin/env python3
"""Runs the examples of README.md and docs/*.md and follows the links between documents, so that the documents cannot say what is not so.

usage: tools/check_docs.py SOURCE_DIR PATH/TO/thinair [--bless]

Fenced blocks are run by their language:
  litmus   a test; it must be accepted (judged under sc)
  cat, mem, op  a model; it must load and be able to judge a small test
  console  lines that start with '$ ' are commands, run in a folder that looks like SOURCE_DIR, with thinair on the PATH; the lines below must be what
           it prints, stdout and stderr together; a line '...' stands for any number of lines; a command that fails on purpose ends with '; echo $?'
Other languages are left alone. --bless writes what commands print now into the documents; read the difference. A link to a file must lead to one, and its #part to a heading there.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

FENCE = re.compile(r'^```(\w+)\n(.*?)^```$', re.MULTILINE | re.DOTALL)
ANY_FENCE = re.compile(r'^```.*?^```$', re.MULTILINE | re.DOTALL)
LINK = re.compile(r'\]\(([^)\s]+)\)')
HEADING = re.compile(r'^#+ (.*)$', re.MULTILINE)
SMALL_TEST = 'Java small\n{ x=0; 0:X=x; }\nThread0 {\n  X.set(1);\n}\nexists (x=1)\n'


def blocks(text):
    """(line, language, body) of each fenced block."""
    for match in FENCE.finditer(text):
        yield text.count('\n', 0, match.start()) + 1, match.group(1), match.group(2)


def matches(wanted, got):
    """Do the lines match, with '...' for any number of lines?"""
    if not wanted:
        return not got
    if wanted[0] == '...':
        return any(matches(wanted[1:], got[i:]) for i in range(len(got) + 1))
    return bool(got) and wanted[0] == got[0] and matches(wanted[1:], got[1:])


def shell(command, root, thinair):
    environment = {'PATH': f'{thinair.parent}:/usr/bin:/bin', 'LC_ALL': 'C.UTF-8'}
    return subprocess.run(['sh', '-c', command], cwd=root, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=60)


def sessions(body, root, thinair):
    """(command, lines below it, lines it prints, exit code) of each command of a console block."""
    for session in re.split(r'^\$ ', body, flags=re.MULTILINE)[1:]:
        command, _, wanted = session.partition('\n')
        done = shell(command, root, thinair)
        got = [line.rstrip() for line in done.stdout.rstrip('\n').split('\n')] if done.stdout.strip() else []
        yield command, wanted.rstrip('\n').split('\n') if wanted.strip() else [], got, done.returncode


def blessed(match, root, thinair):
    """A fenced block with what its commands print now; where '...' stands for lines, as it was."""
    if match.group(1) != 'console':
        return match.group(0)
    lines = []
    for command, want, got, _ in sessions(match.group(2), root, thinair):
        lines += ['$ ' + command, *(want if matches(want, got) or '...' in want else got)]
    return '```console\n' + '\n'.join(lines) + '\n```'


def console_problems(body, root, thinair):
    if not body.startswith('$ '):
        yield 'a console block starts with a command'
    for command, want, got, code in sessions(body, root, thinair):
        if not matches(want, got):
            yield f"'{command}' prints\n" + '\n'.join(got)
        elif code != 0:
            yield f"'{command}' ends with exit code {code}"


def accepted(thinair, test, model):
    done = subprocess.run([thinair, 'outcomes', test, '--model', model, '--timeout', '20'], capture_output=True, text=True)
    if done.returncode in (0, 4):
        return
    yield f'exit code {done.returncode}\n{done.stderr}'


def problems(language, body, root, thinair):
    with tempfile.TemporaryDirectory() as folder:
        test, model = pathlib.Path(folder) / 'block.litmus', pathlib.Path(folder) / f'block.{language}'
        if language == 'litmus':
            test.write_text(body)
            yield from accepted(thinair, test, 'sc')
        elif language in ('cat', 'mem', 'op'):
            test.write_text(SMALL_TEST)
            model.write_text(body)
            yield from accepted(thinair, test, model)
        elif language == 'console':
            yield from console_problems(body, root, thinair)


def playground(root, folder):
    """A folder in which examples may leave files, with what is in the source folder."""
    for entry in root.iterdir():
        (folder / entry.name).symlink_to(entry)
    return folder


def anchors(document):
    """What links may name after '#', as GitHub makes it of headings."""
    headings = HEADING.findall(ANY_FENCE.sub('', document.read_text()))
    return {re.sub(r'[^\w\- ]', '', heading.lower()).replace(' ', '-') for heading in headings}


def link_problems(document):
    """(line, problem) of each link that leads nowhere; addresses of other sites are left alone."""
    text = document.read_text()
    for match in LINK.finditer(text):
        target, line = match.group(1), text.count('\n', 0, match.start()) + 1
        path, _, part = target.partition('#')
        file = document.parent / path if path else document
        if '://' in target:
            continue
        if not file.exists():
            yield line, f"there is no '{path}'"
        elif part and part not in anchors(file):
            yield line, f"'{path or document.name}' has no heading '#{part}'"


def check_links(root):
    failed = 0
    for document in [*sorted(root.glob('*.md')), *sorted((root / 'docs').glob('**/*.md')), *sorted((root / 'litmus').glob('*.md'))]:
        for line, problem in link_problems(document):
            failed += 1
            print(f'{document.relative_to(root)}:{line}: link: {problem}')
    return failed


def documents(root):
    return [root / 'README.md', *sorted((root / 'docs').glob('*.md'))]


def check_all(root, where, thinair):
    ran = failed = 0
    for document in documents(root):
        for line, language, body in blocks(document.read_text()):
            if language not in ('litmus', 'cat', 'mem', 'op', 'console'):
                continue
            ran += 1
            for problem in problems(language, body, where, thinair):
                failed += 1
                print(f'{document.relative_to(root)}:{line}: {language}: {problem}')
    return ran, failed


def main():
    root, thinair = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        where = playground(root, pathlib.Path(folder))
        if sys.argv[3:] == ['--bless']:
            for document in documents(root):
                document.write_text(FENCE.sub(lambda match: blessed(match, where, thinair), document.read_text()))
        ran, failed = check_all(root, where, thinair)
    failed += check_links(root)
    print(f'{ran} examples, {failed} failed')
    return 1 if failed or not ran else 0


if __name__ == '__main__':
    sys.exit(main())
