#!/usr/bin/env python3
"""thinair jcstress with real and with pretended Java.

usage: run.py missing|catalogue|random|smoke PATH/TO/thinair LITMUS_DIR      exit code 77: skipped, for lack of Java
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile

import random_tests

PROBLEMS = []
# javac is over before its own code is worth optimising.
QUICK = dict(os.environ, JDK_JAVAC_OPTIONS='-J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC')
OWN = pathlib.Path(__file__).parent / 'java'  # tests with classes, monitors, threads, exceptions, loops


def expect(truth, what):
    if not truth:
        PROBLEMS.append(what)


def skip(why):
    print(f'skipped: {why}')
    sys.exit(77)


# ---- pretended Java

JCSTRESS = {'org/openjdk/jcstress/Main.class': '', 'joptsimple/OptionParser.class': '',
            'META-INF/maven/org.openjdk.jcstress/jcstress-core/pom.properties': 'groupId=org.openjdk.jcstress\nversion=0.16\n'}

# Java that writes what a run on two CPUs would: SB has been run, tests of more threads have not.
RECORDS = r'''echo '{"record":"run","format":1,"vm":"pretended","os":"none","cpus":2}' > results.jsonl
cat src/main/resources/thinair/tests.jsonl >> results.jsonl
echo 'progress 0/2'
echo '{"record":"fork","class":"litmus.SB","status":"NORMAL","jvm":["-Xint"],"compile":"unified","states":{"0, 0":3,"0, 1":4}}' >> results.jsonl
echo 'progress 1/2 litmus.SB'
'''


def script(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('#!/bin/sh\n' + text)
    path.chmod(0o755)


def jar(path, members):
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return path


def pretended_jdk(home, version='17.0.1', java='exit 0', javac='exit 0'):
    script(home / 'bin/javac', f'if [ "$1" = -version ]; then echo "javac {version}"; exit 0; fi\n{javac}\n')
    script(home / 'bin/java', java)
    script(home / 'bin/jar', 'exit 0')
    return home


def missing(thinair, litmus, folder):
    sb, iriw = litmus / 'classic/SB.litmus', litmus / 'classic/IRIW.litmus'
    tools = folder / 'tools'  # a PATH with the few programs that the scripts use
    tools.mkdir()
    for name in ('sh', 'cat', 'sleep', 'echo'):
        (tools / name).symlink_to(shutil.which(name))
    jars = jar(folder / 'jcstress.jar', JCSTRESS)

    def run(what, code, pieces, *words, home=None, tests=(sb,), path=tools, **more):
        environment = {'PATH': str(path), 'HOME': str(folder), 'XDG_CACHE_HOME': str(folder / 'cache')}
        if home:
            environment['JAVA_HOME'] = str(home)
        done = subprocess.run([thinair, 'jcstress', 'run', *tests, *words], env=environment, capture_output=True, text=True, timeout=900, **more)
        printed = done.stdout + done.stderr
        expect(done.returncode == code, f'{what}: exit code {done.returncode}, expected {code}\n{printed}')
        for piece in pieces:
            expect(piece in printed, f'{what}: expected {piece!r} in\n{printed}')

    good = pretended_jdk(folder / 'good', java=RECORDS + 'echo \'{"record":"end"}\' >> results.jsonl\n')
    given = ('--jcstress-jar', jars)
    run('no JDK', 3, ['there is no Java in the PATH', 'apt install'], *given)
    run('JAVA_HOME is wrong', 3, ['there is no Java in JAVA_HOME', 'apt install'], *given, home=folder / 'nowhere')
    script(folder / 'jre/bin/java', 'exit 0')
    run('only a JRE', 3, ["no complete JDK: it has no 'javac'", 'apt install'], *given, home=folder / 'jre')
    run('JDK too old', 3, ['JDK 8', 'too old: 11 or later'], *given, home=pretended_jdk(folder / 'old', '1.8.0_392'))
    run('no version', 3, ['does not say its version'], *given, home=pretended_jdk(folder / 'odd', 'of today'))
    run('no jcstress', 3, ['jcstress 0.16 is not found', 'apt install maven', '--jcstress-jar', 'THINAIR_JCSTRESS'], home=good)
    maven = folder / 'maven'
    shutil.copytree(tools, maven, symlinks=True)
    script(maven / 'mvn', 'echo "[ERROR] Could not transfer artifact"; exit 1')
    run('Maven fails', 3, ['Maven could not fetch jcstress 0.16', 'Could not transfer'], home=good, path=maven)
    run('no jar', 3, ['it is no jar'], '--jcstress-jar', sb, home=good)
    run('missing jar', 3, ["cannot read '"], '--jcstress-jar', folder / 'none.jar', home=good)
    run('another jar', 3, ['no jcstress in there'], '--jcstress-jar', jar(folder / 'other.jar', {'a': ''}), home=good)
    newer = dict(JCSTRESS)
    newer['META-INF/maven/org.openjdk.jcstress/jcstress-core/pom.properties'] = 'version=0.17\n'
    run('another release', 3, ['this is jcstress 0.17; 0.16 is needed'], '--jcstress-jar', jar(folder / 'newer.jar', newer), home=good)
    core = {name: text for name, text in JCSTRESS.items() if not name.startswith('jopt')}
    run('core alone', 3, ['needs jopt-simple'], '--jcstress-jar', jar(folder / 'core.jar', core), home=good)
    run('javac fails', 3, ['javac did not compile', 'no such thing'], *given, home=pretended_jdk(folder / 'bad', javac='echo "error: no such thing"; exit 1'))
    run('java fails', 3, ['left no results', 'code 1', 'Exception'], *given, home=pretended_jdk(folder / 'thrower', java='echo Exception; exit 1'))

    run('all is well', 0, ['2 results in 7 samples, no mismatch'], *given, home=good)
    run('a mismatch', 1, ['MISMATCH', '-Xint', 'seen 3 times in 1 of 1 configuration'], *given, '--model', 'sc', home=good)
    run('more actors than CPUs', 4, ['IRIW under java: not run (needs 4 CPUs, the machine had 2)', '2 results in 7 samples'], *given, home=good,
        tests=(sb, iriw))
    if hasattr(os, 'sched_setaffinity'):
        one = min(os.sched_getaffinity(0))
        run('one CPU', 4, ['SB under java: not run (needs 2 CPUs, the machine had 1)'], home=folder / 'nowhere',
            preexec_fn=lambda: os.sched_setaffinity(0, {one}))

    slow = pretended_jdk(folder / 'slow', java=RECORDS + 'sleep 10000')
    kept = ['what it had seen until then is judged', '2 results in 7 samples']
    run('cut off by the clock', 4, ['it was stopped after 5 s', *kept], *given, '--wall-clock', '5', '-o', folder / 'kept', home=slow)
    expect('"0, 0":3' in (folder / 'kept/results.jsonl').read_text(), 'results of a run that was cut off stay in the folder')
    crashed = pretended_jdk(folder / 'crash', java=RECORDS + 'kill -9 $$')
    run('cut off by a crash', 4, ['ended by signal 9', *kept], *given, home=crashed)
    lines = RECORDS + 'printf \'{"record":"fork","cla\' >> results.jsonl; exit 1\n'
    run('cut off in a line', 4, ['it ended with code 1', *kept], *given, home=pretended_jdk(folder / 'torn', java=lines), path=os.environ['PATH'])

    # A JVM that has started another one, as jcstress does. A terminal that closes is Ctrl-C; SIGKILL leaves thinair no time at all.
    forking = pretended_jdk(folder / 'forking', java=RECORDS + 'sleep 10000 &\necho $$ $! > running\nwait\n')
    for by in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL):
        place = folder / by.name
        environment = {'PATH': str(tools), 'JAVA_HOME': str(forking)}
        child = subprocess.Popen([thinair, 'jcstress', 'run', sb, *given, '-o', place], env=environment, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True)
        until(lambda: (place / 'running').exists() and (place / 'running').read_text().endswith('\n'))
        child.send_signal(by)
        printed = child.communicate(timeout=900)[0]
        if by != signal.SIGKILL:
            expect(child.returncode == 4 and 'it was interrupted' in printed and kept[1] in printed, f'{by.name}: exit code {child.returncode}\n{printed}')
        for pid in (place / 'running').read_text().split():
            expect(until(lambda: not alive(pid)), f'{by.name}: a JVM is still there')


def alive(pid):
    try:
        return pathlib.Path(f'/proc/{pid}/stat').read_text().rsplit(')', 1)[1].split()[0] != 'Z'
    except OSError:
        return False


def until(condition):
    for _ in range(9000):
        if condition():
            return True
        time.sleep(0.1)
    return False


# ---- real Java

def javac():
    home = os.environ.get('JAVA_HOME')
    found = shutil.which(str(pathlib.Path(home) / 'bin/javac') if home else 'javac')
    return found or skip('there is no JDK (javac)')


def class_path(project):
    """The jars of jcstress: from THINAIR_JCSTRESS, or as Maven finds them by the project's own pom.xml."""
    if os.environ.get('THINAIR_JCSTRESS'):
        return os.environ['THINAIR_JCSTRESS']
    if not shutil.which('mvn'):
        skip('there is neither THINAIR_JCSTRESS nor Maven (mvn)')
    out = project / 'classpath'
    done = subprocess.run(['mvn', '-q', '-B', '-f', project / 'pom.xml', 'dependency:build-classpath', f'-Dmdep.outputFile={out}'],
                          capture_output=True, text=True)
    if done.returncode != 0:
        skip('Maven cannot fetch jcstress:\n' + done.stdout[-500:])
    return out.read_text().strip()


# What no jcstress test can say, and why. All others become Java.
NEVER_SEES = 'may never see what it waits for'
REFUSED = {'algorithms/dcl-no-lock': 'does not tell these objects apart', 'algorithms/spinlock-plain-lock': NEVER_SEES,
           'algorithms/spinlock-plain-unlock': NEVER_SEES, 'algorithms/treiber-opaque-pop': NEVER_SEES, 'java/never-unlocked': 'forever', 'jcstress/progress-plain': NEVER_SEES,
           'jcstress/progress-synchronized': NEVER_SEES, 'jcstress/rmw-12-loop': NEVER_SEES, 'jpr/dekker': NEVER_SEES, 'jpr/peterson': NEVER_SEES,
           'manson/fig-2.4': NEVER_SEES, 'manson/fig-3.12': NEVER_SEES, 'manson/fig-3.14': 'may wait forever', 'umm/fig-1': NEVER_SEES}


def refusals(printed, litmus):
    """The messages `FILE:LINE:COLUMN: error: TEXT [jcstress-unsupported]`, by test."""
    found = {}
    for line in printed.splitlines():
        place, _, text = line.partition(': error: ')
        if text.endswith('[jcstress-unsupported]'):
            path = pathlib.Path(place.rsplit(':', 2)[0])
            found[str(path.relative_to(litmus).with_suffix('')) if path.is_relative_to(litmus) else str(path)] = text
    return found


def compile_tests(project, jars):
    """The tests alone, without what jcstress's processor makes of them."""
    classes = project / 'target/classes'
    classes.mkdir(parents=True)
    sources = sorted((project / 'src/main/java').rglob('*.java'))
    done = subprocess.run(['javac', '--release', '11', '-proc:none', '-encoding', 'UTF-8', '-cp', ':'.join(jars), '-d', classes, *sources], env=QUICK, capture_output=True, text=True)
    expect(done.returncode == 0, f'javac: {done.stdout}{done.stderr}')


def back_again(thinair, project, jars, tests, model):
    """What the model allows of the bytecode is what it allowed of the litmus tests, whose gradings say it."""
    paths = [word for path in jars for word in ('--class-path', path)]
    done = subprocess.run([thinair, 'jcstress', 'check', project / 'target/classes', *paths, '--model', model, '--json', '--jobs', '0'],
                          capture_output=True, text=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    expect(len(answers) == tests, f'check: {len(answers)} answers to {tests} tests\n{done.stderr[-2000:]}')
    for answer in answers:
        right = answer.get('complete') and answer['forbidden'] == 0 and not answer['impossible']
        expect(right, f'check: {answer["test"]} is not as graded under {model}: {answer}')
    expect(done.returncode == 0, f'check: exit code {done.returncode}')


def random(thinair, litmus, folder):
    """Random tests through Java and back, under one model each time; THINAIR_CAMPAIGN: ten times as many."""
    javac()
    count = 300 if os.environ.get('THINAIR_CAMPAIGN') else 30
    jars = None
    for at, model in enumerate(('java', 'sc')):
        source, project = folder / f'{model}-tests', folder / f'{model}-project'
        source.mkdir()
        for seed in range(at * count, (at + 1) * count):
            name, text = random_tests.test(seed, model == 'sc')
            (source / f'{name}.litmus').write_text(text)
        done = subprocess.run([thinair, 'jcstress', 'generate', source, '-o', project, '--model', model], capture_output=True, text=True)
        expect(done.returncode == 0, f'generate: exit code {done.returncode}\n{done.stderr}')
        jars = jars or class_path(project).split(':')
        compile_tests(project, jars)
        back_again(thinair, project, jars, count, model)


def catalogue(thinair, litmus, folder):
    javac()
    project = folder / 'project'
    files = sorted(path for path in litmus.rglob('*.litmus') if path.read_text().lstrip().lower().startswith('java'))
    files += sorted(OWN.glob('*.litmus'))
    done = subprocess.run([thinair, 'jcstress', 'generate', *files, '-o', project, '--model', 'sc'], capture_output=True, text=True)
    expect(done.returncode == 3, f'generate: exit code {done.returncode}, expected 3\n{done.stderr}')
    refused = refusals(done.stderr, litmus)
    for name in sorted(refused.keys() | REFUSED.keys()):
        expect(name in REFUSED, f'generate: {name} is refused: {refused.get(name)}')
        expect(name in refused and REFUSED.get(name, '') in refused[name], f'generate: {name}: expected {REFUSED.get(name)!r}, not {refused.get(name)!r}')
    expect(done.stderr.count(': error: ') == len(refused), f'generate: other errors:\n{done.stderr}')
    tests = len(files) - len(refused)
    jars = class_path(project).split(':')
    # Every test compiles. jcstress's processor makes four more classes of each, so some of the tests have to do; THINAIR_CAMPAIGN: all of them.
    compile_tests(project, jars)
    back_again(thinair, project, jars, tests, 'sc')
    part = folder / 'part'
    some = [path for path in files if str(path.relative_to(path.parent.parent)).removesuffix('.litmus') not in REFUSED]
    some = some if os.environ.get('THINAIR_CAMPAIGN') else some[::9]
    done = subprocess.run([thinair, 'jcstress', 'generate', *some, '-o', part, '--model', 'sc'], capture_output=True, text=True)
    expect(done.returncode == 0, f'generate: exit code {done.returncode}\n{done.stderr}')
    done = subprocess.run([part / 'build.sh', *jars], env=QUICK, capture_output=True, text=True)
    expect(done.returncode == 0, f'javac: {done.stdout}{done.stderr}')
    listed = subprocess.run([thinair, 'jcstress', 'gradings', part / 'target/classes', '--json'], capture_output=True, text=True)
    expect(listed.returncode == 0, f'gradings: exit code {listed.returncode}\n{listed.stderr}')
    names = [json.loads(line)['test'] for line in listed.stdout.splitlines()]
    expect(len(set(names)) == len(some), f'{len(some)} tests became {len(set(names))} classes')


def judged(thinair, tests, budget, environment):
    """What the JVM showed of the tests, by test and model; and the exit code."""
    done = subprocess.run([thinair, 'jcstress', 'run', *tests, '--preset', 'smoke', '--budget', str(budget), '--model', 'jls04', '--model', 'jam21', '--json'],
                          env=environment, capture_output=True, text=True, timeout=1800)
    answers = {(answer['test'], answer['model']): answer for answer in map(json.loads, done.stdout.splitlines())}
    expect(len(answers) == 2 * len(tests), f'answers to {sorted(answers)}\n{done.stderr}')
    return answers, done.returncode


def smoke(thinair, litmus, folder):
    javac()
    probe = folder / 'probe'
    racing = [litmus / name for name in ('jmt/SB+rfis.litmus', 'classic/SB.litmus')]
    others = [litmus / name for name in ('classic/SB+vol.litmus', 'jcstress/race-01.litmus')]
    others += [OWN / name for name in ('publish.litmus', 'lockstep.litmus', 'waiting.litmus', 'spin.litmus', 'children.litmus', 'exceptions.litmus')]
    subprocess.run([thinair, 'jcstress', 'generate', *racing, *others, '-o', probe, '--observe'], check=True, capture_output=True)
    environment = dict(os.environ, THINAIR_JCSTRESS=class_path(probe))
    if (os.cpu_count() or 1) < 2:
        skip('there is only one CPU')
    # No JVM has to show what it may do: on a machine that is busy, some runs do not.
    for budget in (4, 10, 20, 40, 80):
        answers, code = judged(thinair, racing, budget, environment)
        seen = {key: [entry['state'] for entry in answers[key]['seen']] for key in answers}
        expect(all(answer['mismatches'] == 0 for key, answer in answers.items() if key != ('SB+rfis', 'jam21')), f'{answers}')
        if code == 1 and {'0:r1': 0, '1:r2': 0} in seen.get(('SB', 'jls04'), []):
            break
    else:
        expect(False, f'the weak results are not seen: {answers}')
    expect(code == answers[('SB+rfis', 'jam21')]['mismatches'], f'exit code {code}: {answers}')
    answers, code = judged(thinair, others, 5, environment)
    expect(code == 0, f'exit code {code}, expected 0')
    for (test, model), answer in answers.items():
        expect(answer['mismatches'] == 0, f'{test} under {model}: {answer}')
        expect(answer['samples'] > 0, f'{test} under {model}: no samples: {answer}')


def main():
    what, thinair, litmus = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve()
    with tempfile.TemporaryDirectory() as name:
        {'missing': missing, 'catalogue': catalogue, 'random': random, 'smoke': smoke}[what](thinair, litmus, pathlib.Path(name))
    print('\n'.join(PROBLEMS))
    print(f'{what}: {len(PROBLEMS)} problems')
    return 1 if PROBLEMS else 0


if __name__ == '__main__':
    sys.exit(main())
