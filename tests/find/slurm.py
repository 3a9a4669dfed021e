#!/usr/bin/env python3
"""A search as a job array of Slurm: a controller and two workers in this container, one of which is killed in the middle and comes back. What the merge prints
must be the bytes of one process.

The first part that the worker w1 gets is held (SIGSTOP) when it has written some records, and only then is w1 killed, with all that it runs. If it is done before it can be held, its file is cut: in the middle, however fast the search is.
Slurm lets a part that it starts again wait for two minutes; here its start is set to now.

usage: slurm.py PATH/TO/thinair

Needs root, slurmctld, slurmd and munged (Debian: slurm-wlm, munge); exit code 77 where they are missing or do not start. Daemons are ended by their own process numbers.
"""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

THINAIR = os.path.abspath(sys.argv[1])
SKIPPED = 77
PARTS = 8
QUESTION = ['difference', '--model', 'sc', '--model', 'jls04', '--space', 'java5', '--size', '..2+2']
# What shard.sh runs in place of thinair.
HELD = """#!/bin/sh
if [ "$SLURMD_NODENAME" = w1 ] && mkdir '{folder}/first' 2>/dev/null; then
  for word in "$@"; do
    if [ "$before" = --resume ]; then part=$word; fi
    before=$word
  done
  '{thinair}' "$@" &
  search=$!
  while [ "$(cat "$part" 2>/dev/null | wc -l)" -lt 3 ] && kill -0 $search; do sleep 0.01; done
  kill -STOP $search
  # It may have been too fast: then its file becomes what it was in the middle.
  case "$(cat /proc/$search/stat 2>/dev/null)" in
    *") T "*) ;;
    *) head -n 3 "$part" > "$part.cut" && mv "$part.cut" "$part" ;;
  esac
  touch '{folder}/held'
  sleep 600
fi
exec '{thinair}' "$@"
"""
CONFIGURATION = """ClusterName=thinair
SlurmctldHost={host}
SlurmctldPort={port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SlurmdTimeout=30
InactiveLimit=0
KillWait=2
CompleteWait=0
SchedulerType=sched/builtin
MinJobAge=300
MaxArraySize=1001
SchedulerParameters=sched_interval=1,batch_sched_delay=0,sched_min_interval=0
NodeName=w[1-2] NodeHostname={host} Port=[{worker}-{last}] CPUs=1
PartitionName=find Nodes=w[1-2] Default=YES MaxTime=INFINITE State=UP
"""


def skip(why):
    print(f'skipped: {why}')
    sys.exit(SKIPPED)


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, **more)


def wait_for(what, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if what():
            return True
        time.sleep(0.05)
    return False


class Cluster:
    """munged, slurmctld and two slurmd in the foreground, as children of ours."""

    def __init__(self, folder):
        self.folder = folder
        self.children = {}
        host = socket.gethostname().split('.')[0]
        port = 20000 + os.getpid() % 20000
        (folder / 'state').mkdir()
        for node in ('w1', 'w2'):
            (folder / f'spool-{node}').mkdir()
        configuration = folder / 'slurm.conf'
        configuration.write_text(CONFIGURATION.format(host=host, folder=folder, port=port, worker=port + 1, last=port + 2))
        held = folder / 'held.sh'
        held.write_text(HELD.format(folder=folder, thinair=THINAIR))
        held.chmod(0o755)
        self.thinair = str(held)
        self.environment = {**os.environ, 'SLURM_CONF': str(configuration), 'THINAIR': self.thinair}
        key = folder / 'munge.key'
        key.write_bytes(os.urandom(128))
        key.chmod(0o600)
        folder.chmod(0o755)
        self.start('munged', ['munged', '--foreground', '--force', f'--key-file={key}', f'--socket={folder}/munge.socket', f'--pid-file={folder}/munged.pid',
                              f'--log-file={folder}/munged.log', f'--seed-file={folder}/munge.seed'])
        if not wait_for(lambda: (folder / 'munge.socket').exists(), 10):
            skip('munged does not start')
        self.start('slurmctld', ['slurmctld', '-D', '-c', '-f', str(configuration)])
        if not wait_for(lambda: 'UP' in self.ask('scontrol', 'ping'), 20):
            skip('slurmctld does not start')
        for node in ('w1', 'w2'):
            self.worker(node)
        if not wait_for(lambda: self.ask('sinfo', '-h', '-o', '%T %D') == 'idle 2', 40):
            skip(f'no two idle workers: {self.ask("sinfo", "-h", "-o", "%T %D")}')

    def start(self, name, words):
        log = open(self.folder / f'{name}.out', 'ab')
        self.children[name] = subprocess.Popen(words, env=self.environment, stdout=log, stderr=log, start_new_session=True)

    def worker(self, node):
        self.start(node, ['slurmd', '-D', '-f', self.environment['SLURM_CONF'], '-N', node])

    def ask(self, *words):
        return run(*words, env=self.environment).stdout.strip()

    def kill(self, name):
        """The worker and whatever it runs: as if its machine went away."""
        child = self.children.pop(name)
        mine = {child.pid} | descendants(child.pid) | self.steps_of(name)
        for how in (signal.SIGSTOP, signal.SIGKILL):  # nobody sees another one die
            for pid in mine:
                try:
                    os.kill(pid, how)
                except ProcessLookupError:
                    pass
        child.wait()

    def steps_of(self, node):
        """A slurmstepd leaves its slurmd's family; the environment of what it runs names the node. It goes too, or it would tell that a part has failed."""
        found = set()
        for entry in pathlib.Path('/proc').iterdir():
            if not entry.name.isdigit():
                continue
            try:
                environment = (entry / 'environ').read_bytes().split(b'\0')
            except OSError:
                continue
            if f'SLURMD_NODENAME={node}'.encode() in environment and f'THINAIR={self.thinair}'.encode() in environment:
                found.add(int(entry.name))
                found.add(int(run('ps', '-o', 'ppid=', '-p', entry.name).stdout or 0))
        return found - {0, 1}

    def start_now(self):
        """What was started again and waits."""
        for line in self.ask('squeue', '-h', '-r', '-t', 'PENDING', '-o', '%i %r').splitlines():
            job, reason = line.split(maxsplit=1)
            if reason == 'BeginTime':
                self.ask('scontrol', 'update', f'JobId={job}', 'StartTime=now')

    def stop(self):
        for name in ('w1', 'w2', 'slurmctld', 'munged'):
            child = self.children.get(name)
            if child:
                child.terminate()
                try:
                    child.wait(10)
                except subprocess.TimeoutExpired:
                    child.kill()
                    child.wait()


def descendants(pid):
    found, open_ = set(), [pid]
    while open_:
        for child in run('ps', '-o', 'pid=', '--ppid', str(open_.pop())).stdout.split():
            found.add(int(child))
            open_.append(int(child))
    return found


def main():
    if os.geteuid() != 0:
        skip('not root')
    for tool in ('munged', 'slurmctld', 'slurmd', 'sbatch', 'sinfo', 'squeue', 'ps'):
        if not shutil.which(tool):
            skip(f'there is no {tool}')
    want = run(THINAIR, 'find', *QUESTION, '--no-times').stdout
    with tempfile.TemporaryDirectory(prefix='thinair-slurm-') as temporary:
        folder = pathlib.Path(temporary)
        jobs = folder / 'jobs'
        cluster = Cluster(folder)
        try:
            run(THINAIR, 'find', *QUESTION, '--slurm', str(jobs), '--shard', f'0/{PARTS}')
            submitted = run('./submit.sh', cwd=jobs, env=cluster.environment)
            if submitted.returncode != 0:
                print(submitted.stderr)
                return 1
            # A worker dies while it works.
            if not wait_for(lambda: (folder / 'held').exists(), 60):
                print('no part is begun', cluster.ask('squeue'), sep='\n')
                return 1
            cluster.kill('w1')
            killed = sorted(path.name for path in jobs.glob('part-*.jsonl') if not (jobs / path.name.replace('.jsonl', '.done')).exists())
            if not killed:
                print('the worker that was killed had nothing to do')
                return 1
            # Slurm notices by itself, after half a minute (SlurmdTimeout); whoever looks after the machines tells it at once.
            cluster.ask('scontrol', 'update', 'NodeName=w1', 'State=DOWN', 'Reason=killed')
            cluster.worker('w1')
            cluster.ask('scontrol', 'update', 'NodeName=w1', 'State=RESUME')

            def done():
                cluster.start_now()
                return (jobs / 'result.txt').exists() or cluster.ask('squeue', '-h') == ''

            # If the scheduler gave a part up, submitting again does the rest.
            again = 0
            while not wait_for(done, 40) or not (jobs / 'result.txt').exists():
                again += 1
                if again > 4:
                    print(cluster.ask('squeue'), (folder / 'slurmctld.log').read_text()[-3000:], sep='\n')
                    return 1
                run('scancel', '--user=root', env=cluster.environment)
                run('./submit.sh', cwd=jobs, env=cluster.environment)
            got = (jobs / 'result.txt').read_text()
        finally:
            cluster.stop()
    if got != want:
        print(f'under Slurm something else is printed:\n{got}\n--- instead of\n{want}')
        return 1
    print(f'{PARTS} parts on two workers, one killed with {killed} not done, submitted {again} times again: the same {len(got)} bytes')
    return 0


sys.exit(main())
