#!/usr/bin/env python3
"""The command line as a table: arguments, exit code, and a piece of what is printed. Every option occurs, used well and badly.

usage: run.py PATH/TO/thinair LITMUS_DIR
"""
import json
import os
import pathlib
import pty
import re
import resource
import signal
import subprocess
import sys
import tempfile

# SB and LBODD are shipped tests, ALWAYS and NEVER examples of the documents; the other words in capitals stand for files in a temporary folder.
# (arguments, exit code, piece of stdout or stderr)
TABLE = [
    # general
    ('', 2, 'no command'),
    ('--version', 0, 'thinair '),
    ('-V', 0, 'thinair '),
    ('--help', 0, 'usage: thinair'),
    ('-h', 0, 'usage: thinair'),
    ('help', 0, 'exit codes'),
    ('help check', 0, 'usage: thinair check'),
    ('help chck', 2, "did you mean 'check'"),
    ('help check outcomes', 2, 'one name at most'),
    ('check --help', 0, 'usage: thinair check'),
    ('compare -h', 0, 'usage: thinair compare'),
    ('help --as man', 0, '.TH THINAIR'),
    ('help --as markdown', 0, '# The command line'),
    ('help --as bash', 0, 'complete -o filenames -F _thinair'),
    ('help --as zsh', 0, '#compdef thinair'),
    ('help --as fish', 0, 'complete -c thinair'),
    ('help --as text', 0, 'usage: thinair'),
    ('help --as pdf', 2, "'pdf' is not one of"),
    ('help --as', 2, '--as'),
    ('outcome SB', 2, "did you mean 'outcomes'"),
    ('chekc SB', 2, "did you mean 'check'"),
    ('help compare', 0, 'file; give two or more'),
    ('--json outcomes SB', 2, 'options follow the command'),
    # compiled tests
    ('compile SB', 2, 'no scheme is given'),
    ('compile --to x86', 2, 'no test is given'),
    ('compile SB --to x86', 0, 'movl $1,(x)'),
    ('compile SB --to ppc', 0, 'stw r'),
    ('compile SB --to x86 --to aarch64 --json', 0, '"dialect":"AArch64"'),
    ('compile SB --to x68', 3, "did you mean 'x86'"),
    ('compile SB --to vax', 3, "there are aarch64, aarch64-dmb, power, power-hotspot, riscv, x86"),
    ('schemes', 0, 'to AArch64, judged under aarch64'),
    ('schemes --json', 0, '{"scheme":"x86","target":"X86_64","model":"x86tso","summary":"'),
    ('schemes x86', 0, 'target X86_64'),
    ('schemes ppc', 0, 'target PPC'),
    ('schemes x86 --json', 0, '"text":"(* VarHandle operations on x86'),
    ('schemes x68', 3, "did you mean 'x86'"),
    ('schemes x86 power', 2, 'one name at most'),
    ('compile SB X86 --to x86', 3, "test 'CoRR' is not a Java test"),
    ('compile MIXED --to x86', 0, '1 of 2 tests skipped: only Java tests are compiled (1 X86_64)'),
    ('conform MIXED --to x86 --model jam21', 0, '1 of 2 tests skipped: only Java tests are compiled (1 X86_64)'),
    ('compile SB --to', 2, '--to needs a value'),
    ('compile SB --to x86 --quiet --color never', 0, 'X86_64 SB'),
    ('conform SB', 2, 'no scheme is given'),
    ('conform SB --to x86 --model jam21', 0, 'passes'),
    ('conform SB --to x86 --model jam21 --quiet', 0, ''),
    ('conform SB --to x86 --json', 0, '"verdict":"pass"'),
    ('conform SB --to x86 --target-model sc', 0, 'passes, 3 states'),
    ('conform SB --to x86 --target-model sx', 3, 'sx'),
    ('conform SB --to x86 --target-model aarch64', 3, 'this model is for AArch64 and the test is for X86_64'),
    ('conform SB --to x86 --engine herd8', 2, "'herd8' is not one of"),
    ('conform SB --to x86 --engine thinair --jobs 2 --check --timeout 9000 --memory 4000', 0, 'passes'),
    ('conform SB --to x86 --unroll 2', 0, 'passes'),
    ('conform SB+vol --to aarch64 --to aarch64-dmb --mixed', 0, 'compiled by aarch64-dmb | aarch64 (aarch64)'),
    ('conform SB --to x86 --mixed', 2, '--mixed needs two schemes'),
    ('conform SB --to x86 --to aarch64 --mixed', 3, 'a program runs on one processor'),
    ('conform SB --to x86 --unroll many', 2, "'many' is not a number"),
    ('outcomes SB --unroll 0', 0, 'SB under java'),
    # find
    ('find', 2, 'is followed by one of difference'),
    ('help find', 0, 'usage: thinair find COMMAND'),
    ('find differences', 2, "did you mean 'difference'"),
    ('find difference --model sc', 2, 'two models are needed'),
    ('find difference --model sc --model sc', 2, "model 'sc' is given twice"),
    ('find difference --model sc --model jls04 --size 1+1', 0, '26 programs of 2 skeletons, 0 found'),
    ('find difference --model sc --model jls04 --size 2+1 --limit 1 --no-times', 1, 'CoRR'),
    ('find difference --model sc --model jls04 --size 2+1 --json --all --quiet', 1, '"known_as":"classic/CoRR"'),
    ('find difference --model sc --model jam21 --size 2+1 --modes volatile', 0, '7 programs of 7 skeletons, 0 found'),
    ('find difference --model sc --model jam21 --size 2+1 --modes loud', 3, "'loud' is not one of"),
    ('find difference --model sc --model jam21 --size 2-1', 2, "'2-1' is no size"),
    ('find race --model sc --size 9+9', 2, 'at most 6 threads of 6 accesses'),
    ('find race --model sc --space cycles --size 2+2+2+2+2', 3, "'rules cycle' asks for"),
    ('find race --model sc --size 2', 3, 'goes with --space alone'),
    ('find difference --model sc --model jam21 --limit few', 2, "'few' is not a number"),
    ('find difference --model sc --model jam21 --space nodes', 3, "did you mean 'modes'"),
    ('find difference --model sc --model jam21 --space ./no.space', 3, 'cannot read the space'),
    ('find difference SB --model sc --model jam21', 2, 'a search takes no tests'),
    ('find difference --model sc --model jls-hb --size 2+1 --steps 1', 4, 'unknown: '),
    ('find difference --model sc --model x86tso --size 1+1', 3, 'this model is for X86 and the test is for Java'),
    ('find difference --model sc --model jam21 --size 2', 3, 'the space has no programs'),
    ('find lost --model jmm-mp --modes plain,volatile,by,location --size 2+1', 0, '0 found'),
    ('find lost --model jmm-mp --size 2+1', 3, 'a variable is volatile or it is not'),
    ('find difference --model sc --model jam21 --modes ,', 2, 'no mode is given'),
    ('find lost --model sc --size 1+1 --shard 5/100', 0, '0 programs of 0 skeletons'),
    ('find unsound --model jam21', 2, 'a scheme is needed'),
    ('find unsound --model jam21 --to x86 --to x86', 2, "scheme 'x86' is given twice"),
    ('find unsound --model jam21 --model java --to x86 --to aarch64 --size 1+1', 0, 'jam21 and java compiled by x86 and aarch64: 26 programs'),
    ('find lost --model jls04 --model java --size 1+1', 0, 'jls04 and java against interleavings: 7 programs'),
    ('find transformation reorder-WR --model sc --model java', 2, 'one model at a time'),
    ('find difference --model sc --model jls04 --program Wxp.Ryp.Ryp|Wyp.Rxp', 1, 'not minimal outside this space: '),
    ('find unsound --model java --to x86 --space locks --size 1+1', 3, 'thinair: error: monitors are not compiled'),
    ('find unsound --model jam21 --to x86 --size 1+1 --exhaustive --final --jobs 2', 0, '26 programs of 2 skeletons, 0 found'),
    ('find unsound --model java --to x86 --size 1+1 --assume-monotone', 0, 'taken for granted: java is monotone in modes'),
    ('find unsound --model jam21 --to x86 --assume-monotone --exhaustive', 2, 'exclude each other'),
    ('find unsound --model jam21 --to x86 --size 1+1 --target-model sc --color never', 0, '0 found'),
    ('find unsound --model jam21 --to x68', 3, "did you mean 'x86'"),
    ('find race', 2, 'a model is needed'),
    ('find race --model jls04 --size 2+1 --identity free --timeout 1000', 0, '0 found'),
    ('find race --model jls-hb --size 2+2 --without nothing', 3, "is called 'nothing'"),
    ('find stronger --model jam21 --size 1+1 --by mode --by fence --by join', 0, '0 found'),
    ('find stronger --model jam21 --by force', 2, "'force' is not one of mode fence join"),
    ('find lost --model jls04 --size 1+1 --shard 2/2', 2, 'is not I/N with I below N'),
    ('find lost --model jam21 --space alone --size 2 --shard 0/2 --skip-check no-thin-air', 0, 'jam21 allows it, sc forbids it'),
    ('find lost --model jls04 --size 1+1 --resume SB', 3, 'is no part of a search'),
    ('find lost --model jls04 --size 1+1 --resume /nowhere/part', 3, "cannot write '/nowhere/part'"),
    ('find lost --model jls04 --slurm /proc/nowhere', 3, "cannot write to '/proc/nowhere'"),
    ('find lost --model jam21 --space alone --size 2 -o /proc/nowhere', 3, 'cannot write'),
    ('find difference --model sc --model jls04 --program Wxp.Ryp|Wyp.Rxp --no-times', 1, '1 program of 1 skeleton, 1 found'),
    ('find difference --model sc --model jls04 --program Wxq', 2, "'Wxq' is no program from 'q' on; write"),
    ('find difference --model sc --model jls04 --program Rxp.Wyp.', 2, 'something is missing at its end'),
    ('find difference --model sc --model jls04 --program Rxp|Wxpd', 2, "no program from 'Wxpd' on"),
    ('find difference --model sc --model jls04 --program Rxp|Wxp|Rxp|Rxp|Rxp|Rxp|Rxp', 2, 'at most 6 threads'),
    ('find difference --model sc --model jls04 --program Wxp|Rxp --size 2+2', 2, '--program and --size exclude each other'),
    ('find difference --model sc --model jls04 --program Wxp|Rxp --modes volatile', 2, '--program and --modes exclude each other'),
    ('find difference --model sc --model jls04 --space context --size 1+1+1+1+1+1', 3, 'at most 6 threads, with those of the context'),
    ('find difference --model sc --model jls04 --space /tmp/', 3, 'it is a folder'),
    ('find transformation /tmp/ --model sc', 3, 'it is a folder'),
    ('find merge /tmp', 3, 'it is a folder'),
    ('find lost --model sc --size 1+1 -o /dev/null', 3, "cannot write to '/dev/null'"),
    ('find lost --model sc --size 1+1 --jvm --budget 5 --jcstress-jar none.jar', 0, '0 found'),
    ('find transformation --model sc', 2, 'no transformation is given'),
    ('find transformation reorder-WR --model sc --size 2+2 --modes plain', 1, 'reorder-WR makes it'),
    ('find transformation reorder-WT --model sc', 3, "did you mean 'reorder-WR'"),
    ('find transformation ./no.rules --model sc', 3, 'cannot read the rules'),
    ('find transformation lock-removal --model jls04 --space locks --size 2+2 --modes plain --limit 1', 1, 'lock-removal makes it'),
    ('find transformations', 0, 'roach-motel-lock'),
    ('find transformations roach-motel-lock', 0, 'from A; lock m'),
    ('find transformations a b', 2, 'one name at most'),
    ('find fit', 2, 'no results are given'),
    ('find fit SB', 2, 'a model is needed'),
    ('find fit /nowhere --model sc', 3, "cannot read '/nowhere'"),
    ('find fit SB --model sc', 3, "has no column 'test'"),
    ('find fit SB --model sc --vary nothing --final --size 2+2 --modes plain --space modes', 3, "has no column 'test'"),
    ('find merge', 2, 'no file of records is given'),
    ('find merge SB', 3, 'is no part of a search'),
    ('find merge /nowhere', 3, "cannot read '/nowhere'"),
    ('find spaces', 0, 'java5       23437 programs'),
    ('find spaces java5', 0, 'writes copy if-one'),
    ('find spaces --json', 0, '{"space":"modes","title":"two threads, every access mode","programs":4754}'),
    ('find spaces modes --json', 0, '"text":"space '),
    ('find transformations --json', 0, '{"transformation":"reorder-WR","title":"a plain write with a later plain read"}'),
    ('find transformations reorder-WR --json', 0, '"text":"rule reorder-WR'),
    ('find transformation reorder-WR reorder-WR --model sc --size 2+2 --modes plain --no-times', 1, '1 found, 1 minimal, 2 of 5 places invalid'),
    ('find spaces jav5', 3, "did you mean 'java5'"),
    ('find spaces java5 modes', 2, 'one name at most'),
    # races
    ('races', 2, 'no test is given'),
    ('races SB', 1, '2 data races'),
    ('races SB+vol', 0, 'SB+vol: data-race-free'),
    ('races SB SB+vol --jobs 2 --no-times', 1, '2 tests: 1 race-free, 1 with races'),
    ('races jpr/hash --model jls04', 0, 'for them the races are benign'),
    ('races jpr/hash --model jls04 --quiet', 0, ''),
    ('races jpr/hash2 --model sc --json', 1, '"benign":{"sc":false}'),
    ('races SB --json', 1, '"verdict":"races"'),
    ("check /nowhere/A.class --class A --class-path . --property x=1 --threads a,b --no-tearing --no-assertions", 3, "cannot read '/nowhere/A.class'"),
    ('races SB --steps 1', 4, 'unknown: '),
    ('races SB+vol --unroll 2 --check --timeout 100 --memory 4000', 0, 'data-race-free'),
    ('races X86', 3, 'this model is for Java and the test is for X86_64'),
    # files
    ('check', 2, 'no test is given'),
    ('outcomes', 2, 'no test is given'),
    ('check missing.litmus', 3, "cannot read 'missing.litmus'"),
    ('check BAD', 3, 'bad.litmus:'),
    # shipped tests by name
    ('tests', 0, 'classic/SB  '),
    ('tests --json', 0, '{"test":"classic/SB","dialect":"Java","title":"Store buffering, plain'),
    ('tests SB+vol', 0, 'Java SB+vol'),
    ('tests SB+vol --json', 0, '"text":"Java SB+vol'),
    ('tests CoRR', 3, 'say which one: c11/CoRR, classic/CoRR'),
    ('tests SB+vool', 3, "did you mean the shipped test 'SB+vol'?"),
    ('tests SB+vol fig-2', 2, 'one name at most'),
    ('check SB+vol --model sc', 0, 'SB+vol under sc'),
    ('check classic/SB --model sc', 0, 'SB under sc'),
    ('outcomes x86/SB', 0, 'SB under x86tso'),
    ('explain hardware/x86/SB --html -', 0, 'X86_64 SB'),
    ('check CoRR', 3, '6 shipped tests are called'),
    ('check CoRR', 3, 'say which one: c11/CoRR, classic/CoRR, hardware/aarch64/CoRR'),
    ('check fig-3 SB+vol --model sc', 3, 'SB+vol under sc'),
    ('check SB+vool', 3, "did you mean the shipped test 'SB+vol'?"),
    ('check classic', 3, "'thinair suite --family classic' judges them all"),
    ('check clasic/SB', 3, "did you mean the shipped test 'classic/SB'?"),
    ('check SB+vol.litmus', 3, "did you mean the shipped test 'SB+vol'?"),
    ('compile SB+vol --to x86', 0, 'X86_64 SB+vol'),
    ('conform SB+vol --to x86 --model jam21', 0, 'passes'),
    ('compare SB+vol --model sc --model jam21', 0, 'have the same states'),
    ('suite classic/SB --model sc', 0, 'classic      1         1'),
    ('suite CoRR', 3, 'say which one'),
    ('suite SB+vool', 3, "did you mean the shipped test 'SB+vol'?"),
    ('jcstress generate SB+vol -o NEW', 0, '1 test;'),
    ('jcstress judge RESULTS classic/SB', 0, 'no mismatch'),
    # folders with tests of several dialects
    ('compare MIXED --model jam19 --model jam21', 0, '1 of 2 tests skipped under jam19: it is for Java (1 X86_64)'),
    ('compare MIXED --model jam19 --model jam21', 0, 'jam19 and jam21 have the same states'),
    ('compare MIXED --model jam19 --model jam21 --quiet', 0, ''),
    ('check MIXED --model x86tso', 0, '1 of 2 tests skipped under x86tso'),
    ('check MIXED --model aarch64', 3, 'aarch64.cat:1:1: error: this model is for AArch64'),
    ('check X86 --model jam21', 3, 'CoRR.litmus: not judged under jam21'),
    ('check MIXED --model BAD_MODEL', 3, 'bad.cat:'),
    ('jcstress generate MIXED -o NEW', 0, '1 of 2 tests skipped: they are not in Java'),
    ('check EMPTY', 3, 'empty.litmus:'),
    ('check BAD SB --model sc', 3, 'SB under sc'),
    ('outcomes missing.litmus SB --model sc', 3, 'SB under sc'),
    ('check DIR --model sc', 0, 'SB under sc'),
    ('check NODIR', 3, 'no .litmus file'),
    ('check - --model sc', 0, 'SB under sc'),
    ('check - - --model sc', 2, 'only once'),
    # verdicts
    ('check SB --model sc', 0, 'forbidden'),
    ('check NOTMET --model sc', 1, 'NOT MET'),
    ('check NOTMET SB --model sc', 1, 'NOT MET'),
    ('check NOTMET BAD --model sc', 3, 'NOT MET'),
    # models
    ('check SB', 0, 'SB under java'),
    ('check SB --model sc --model jam21', 0, 'SB under jam21'),
    ('check SB -m sc', 0, 'SB under sc'),
    ('check SB --model', 2, '--model needs a value'),
    ('check SB --model no-such-model', 3, 'no-such-model'),
    ('check SB --model jsl04', 3, "did you mean 'jls04'"),
    ('check SB --model folder.cat', 3, "'folder.cat' is a directory"),
    ('check SB --model BAD_MODEL', 3, 'bad.cat:'),
    ('check SB --model OWN_MODEL', 3, 'mine.cat'),
    ('check SB --model OWN_MODEL -I DIR', 0, 'allowed'),
    ('check SB --model OWN_MODEL --include DIR', 0, 'allowed'),
    ('check SB --model sc --include', 2, '--include'),
    ('check SB --model NAMED_MODEL', 0, 'forbidden'),
    ('check SB --model NAMED_MODEL --skip-check everything', 0, 'allowed'),
    ('check SB --model NAMED_MODEL --variant weak', 0, 'allowed'),
    ('check SB --model sc --variant', 2, '--variant'),
    ('check SB --model sc --variant foo', 3, "no model asks about a variant 'foo'"),
    ('check SB --model NAMED_MODEL --variant waek', 3, "did you mean 'weak'"),
    ('check SB --model sc --model NAMED_MODEL --variant weak', 0, 'SB under sc'),
    ('suite CATALOGUE --variant foo', 3, 'none of them has variants'),
    ('jcstress run SB --variant foo', 3, "no model asks about a variant 'foo'"),
    ('check SB --model sc --skip-check', 2, '--skip-check'),
    # multi-execution models
    ('check LBODD --model jls04', 0, 'allowed by 0:a=1'),
    ('check LBODD --model jls-revised', 0, 'allowed by 0:a=1'),
    ('check LBODD --model OWN_MEM', 0, 'own.mem'),
    ('check LBODD --model BAD_MEM', 3, 'bad.mem:'),
    ('check LBODD --model no/such.mem', 3, 'no/such.mem'),
    ('check ALWAYS', 0, 'forbidden'),
    ('check ALWAYS --identity nth', 0, 'forbidden'),
    ('check ALWAYS --identity free', 0, 'allowed'),
    ('check ALWAYS --identity same', 2, "'same' is not one of nth free"),
    ('check ALWAYS --identity', 2, '--identity needs a value'),
    ('check NEVER', 0, 'forbidden'),
    ('outcomes NEVER --check', 0, 'under java'),
    ('check NEVER --check --model jam21', 0, 'under jam21'),
    ('check NEVER --without rule-7', 0, 'allowed'),
    ('check NEVER --without rule-77', 3, "did you mean 'rule-7'"),
    ('check NEVER --without', 2, '--without needs a value'),
    ('check SB --model NAMED_MODEL --skip-check everythin', 3, "did you mean 'everything'"),
    ('compare NEVER --model jls04 --model OWN_MEM --without rule-7', 0, 'have the same states'),
    # machines
    ('check SB --model umm-coherence --set bypass[R,W]=yes', 0, 'under umm-coherence'),
    ('check SB --model umm-coherence --set bypass[R,X]=yes', 3, "did you mean 'bypass[R,R]'"),
    ('check SB --model umm-coherence --set bypass', 3, 'sets no cell'),
    ('check SB --model umm-coherence --set bypass[R,W]=nowhere', 3, "unbound name 'nowhere'"),
    ('check SB --model umm-coherence --set', 2, '--set needs a value'),
    ('check SB --model sc --set bypass[R,W]=yes', 3, 'no machine has a table'),
    ('models umm-coherence --set bypass[R,W]=no', 0, '~loc   no   no'),
    ('models umm-coherence --set bypass[R,X]=no', 3, "did you mean 'bypass[R,R]'"),
    ('models sc --set bypass[R,W]=no', 3, 'no machine has a table'),
    ('export SB --model tso --murphi', 0, 'startstate'),
    ('export SB --model tso', 2, '--murphi'),
    ('export --murphi', 2, 'no test is given'),
    ('export SB --model sc --murphi', 3, 'sc is no machine'),
    ('export SB --model jmm-mp --murphi', 0, 'refresh'),
    # explain
    ('explain LBODD', 0, 'Justified in'),
    ('explain LBODD --json', 0, '"justification":'),
    ('explain LBODD --format herd', 2, 'no form'),
    ('explain LBODD --outcome 0:a=5', 0, 'thin air'),
    ('explain LBODD --outcome 0:q=5', 3, "no local 'q'"),
    ('explain LBODD --outcome', 2, '--outcome needs a value'),
    ('explain SB --model jls04 --model sc', 0, 'SB under sc'),
    ('explain LBODD --timeout 0.000000001', 4, 'unknown'),
    ('explain LBODD --html page.html', 0, 'page.html'),
    ('explain LBODD --svg picture.svg', 0, 'picture-6.svg'),
    ('explain LBODD --dot picture.dot', 0, 'picture.dot'),
    ('explain LBODD --html page.html --quiet', 0, ''),
    ('explain LBODD SB --html page.html', 2, 'take one test'),
    ('explain LBODD --svg', 2, '--svg needs a value'),
    ('explain LBODD --html /dev/null/page.html', 3, "cannot write '/dev/null/page.html': Not a directory"),
    ('explain LBODD --html DIR', 3, 'Is a directory'),
    ('explain LBODD --svg no/such/x.svg', 3, "cannot write 'no/such/x-1.svg': there is no folder 'no/such'"),
    ('explain LBODD --svg -', 0, '</svg>\n<svg'),
    ('explain LBODD --svg /dev/stdout', 0, '</svg>\n<svg'),
    ('explain LBODD --svg /dev/null', 0, '/dev/null\n'),
    ('explain LBODD --dot -', 0, 'digraph'),
    ('explain LBODD --tikz -', 0, '\\begin{tikzpicture}'),
    ('explain LBODD --tikz picture.tex', 0, 'picture.tex'),
    ('explain LBODD --tikz', 2, '--tikz needs a value'),
    ('jcstress generate SB --json -o -', 0, '"path":"pom.xml"'),
    ('serve --host 192.0.2.1', 3, 'serve-listen'),
    ('serve --host 192.0.2.1 --open --timeout 5 --memory 64 --jobs 1', 3, 'serve-listen'),
    ('serve --host no.such.host.invalid', 3, 'serve-listen'),
    ('serve --port 65536', 2, "--port: '65536' is not a number from 0 to 65535"),
    ('serve --port x', 2, "--port: 'x' is not"),
    ('serve SB', 2, "'serve' takes no tests"),
    ('serve --port', 2, '--port needs a value'),
    ('serve --timeout 0', 2, '--timeout'),
    ('serve --json', 2, "'serve' has no option '--json'"),
    ('explain LBODD --html -', 0, '<!DOCTYPE html>'),
    ('explain NOCLAUSE', 2, 'say which states with --outcome'),
    ('explain NOCLAUSE --outcome x=1', 0, 'is allowed'),
    ('suite --html -', 2, 'a site is a folder'),
    ('suite CATALOGUE --html DIR', 3, 'the folder is not empty and holds no site of thinair'),
    ('suite CATALOGUE --html site --model sc', 0, 'open site/index.html'),
    ('suite CATALOGUE --html site --model sc', 0, 'open site/index.html'),
    ('suite CATALOGUE --html site --model sc --json', 0, '"unexpected":[]'),
    ('check LBODD --html page.html', 2, "no option '--html'"),
    ('explain', 2, 'no test is given'),
    ('explain missing.litmus', 3, "cannot read 'missing.litmus'"),
    ('check LBODD --outcome 0:a=5', 2, "no option '--outcome'"),
    # suite
    ('suite --model sc', 0, 'total'),
    ('suite CATALOGUE', 0, 'total'),
    ('suite CATALOGUE --model sc --details', 0, 'expected forbidden'),
    ('suite CATALOGUE --model sc', 0, 'slowest: '),
    ('suite --name causality-04 --model jls04 --details', 0, ' 1 s, 2 s  jls04: forbidden'),
    ('suite --name causality-04 --model jls04 --details --json', 0, '"published":[{"seconds":1.0,"source":"Java Path Relaxer, Fig. 14"}'),
    ('suite --name causality-04 --model jls04 --json', 0, '"slowest":[{"test":"pugh/causality-04","model":"jls04","cpu_seconds":'),
    ('suite --name causality-04 --model jls04 --details --no-times', 0, '  pass            jls04: forbidden'),
    ('suite --name causality-04 --model jls04 --details --no-times --json', 0, 'jMT, Table 3"}}]}'),
    ('suite TIMES', 3, "no test is called 'one/TB'"),
    ('suite TIMES', 3, "'soon' is no number of seconds"),
    ('suite CATALOGUE --json', 0, '"unexpected":[]'),
    ('suite CATALOGUE --format json', 0, '"unexpected":[]'),
    ('suite CATALOGUE --csv', 0, 'family,model,'),
    ('suite CATALOGUE --markdown', 0, '| family | model |'),
    ('suite CATALOGUE --format markdown', 0, '| family | model |'),
    ('suite CATALOGUE --csv --json', 2, 'exclude each other'),
    ('suite CATALOGUE --format herd', 2, 'not one of'),
    ('suite --family pugh --model BROKEN_MEM --as jls04', 1, 'pugh/causality-13'),
    ('suite --family classic --model jls04 --without rule-7 --jobs 1', 0, 'total'),
    ('suite --family pugh --model jls04 --identity free', 1, 'pugh/causality-17'),
    ('suite --as jls04', 2, '--as needs a --model'),
    ('suite --model sc --as no-such-model', 3, 'no table'),
    ('suite --model sc --as', 2, '--as needs a value'),
    ('suite --model sc --model sc', 2, 'given twice'),
    ('suite --model no-such-model', 3, 'no-such-model'),
    ('suite --name causality-1? --model sc', 0, 'pugh'),
    ('suite --name no-such-test', 2, "no test of the catalogue is called 'no-such-test'"),
    ('suite --name SB+vool', 2, "did you mean 'SB+vol'"),
    ('suite --family no-such-family', 2, "no family 'no-such-family'; there are algorithms, c11, classic, findings, hardware/aarch64,"),
    ('suite --family clasic', 2, "did you mean 'classic'"),
    ('suite --family classic --name causality-01', 3, 'no test of the catalogue is asked for'),
    ('suite --name', 2, '--name needs a value'),
    ('suite --family', 2, '--family needs a value'),
    ('suite no/such/folder', 3, "cannot read 'no/such/folder'"),
    ('suite NODIR', 3, 'no .litmus file'),
    ('suite BAD_MODEL', 3, 'not a .litmus file'),
    ('suite CATALOGUE --expected NODIR', 3, 'no table'),
    ('suite CATALOGUE --expected', 2, '--expected needs a value'),
    ('suite CATALOGUE --model sc --timeout 0.000000001', 4, 'unk.'),
    ('suite CATALOGUE --model sc --no-times --quiet --color never', 0, 'total'),
    ('suite --stats', 2, "no option '--stats'"),
    # limits
    ('check SB --model sc --timeout 9000', 0, 'SB under sc'),
    ('check SB --model sc --timeout 1e6 --memory 4000', 0, 'SB under sc'),
    ('outcomes SB --model sc --timeout 0.000000001', 4, 'unknown: time limit'),
    ('check SB --model sc --timeout 0.000000001', 4, 'unknown'),
    ('outcomes SB --model sc --memory 1', 4, 'unknown: memory limit'),
    ('outcomes SB --model sc --steps 1', 4, 'unknown: limit of 1 step reached'),
    ('check SB --model sc --steps 18446744073709551615', 0, 'SB under sc'),
    ('explain LBODD --steps 1', 4, 'unknown'),
    ('suite CATALOGUE --model sc --steps 1', 4, 'unk.'),
    ('compare SB --model sc --model jls-hb --steps 1', 4, 'unknown'),
    ('conform SB --to x86 --steps 1', 4, 'unknown'),
    ('jcstress generate SB -o NEW --steps 1', 4, 'graded interesting'),
    ('jcstress judge RESULTS SB --model jls04 --steps 1', 4, 'unknown'),
    ('check SB --steps 0', 2, 'above 0'),
    ('check SB --steps many', 2, "'many' is not a number of steps"),
    ('check SB --timeout 0', 2, 'above 0'),
    ('check SB --timeout -1', 2, '--timeout'),
    ('check SB --timeout ten', 2, "'ten' is not a number of seconds"),
    ('check SB --timeout nan', 2, 'not a number'),
    ('check SB --memory 0', 2, 'above 0'),
    ('check SB --memory much', 2, 'mebibytes'),
    ('check SB --model sc --jobs 2', 0, 'SB under sc'),
    ('check DIR --model sc -j 0', 0, 'SB under sc'),
    ('check SB --jobs many', 2, '--jobs'),
    ('check SB --jobs 100000', 2, '--jobs'),
    # output
    ('outcomes SB --model sc --json', 0, '"complete":true'),
    ('outcomes SB --model sc --format json', 0, '"complete":true'),
    ('outcomes SB --model sc --format json --json', 0, '"complete":true'),
    ('outcomes SB --model sc --format text', 0, '3 states'),
    ('outcomes SB --model sc --format herd', 0, 'Observation SB Never 0 3'),
    ('check SB --model sc --format herd', 0, 'Observation SB Never 0 3'),
    ('outcomes SB --model sc --format xml', 2, "'xml' is not one of"),
    ('outcomes SB --model sc --format text --json', 2, 'exclude each other'),
    ('outcomes SB --model sc --format herd --no-times', 0, 'Observation'),
    ('outcomes SB --model sc --stats', 0, 'search node'),
    ('outcomes SB --model sc --stats --no-times --json', 0, '"stats"'),
    ('outcomes SB --model sc --color always', 0, '\x1b['),
    ('outcomes SB --model sc --color auto', 0, '3 states'),
    ('outcomes SB --model sc --color never', 0, '3 states'),
    ('outcomes SB --model sc --color sometimes', 2, 'not one of'),
    ('check SB --model sc --quiet', 0, ''),
    ('check NOTMET --model sc -q', 1, 'NOT MET'),
    # compare
    ('compare SB --model sc --model jls-hb', 0, 'only under jls-hb'),
    ('compare SB --model sc --model jls-hb --json', 0, '"equal":false'),
    ('compare SB --model sc --model jls-hb --expect-equal', 1, 'only under jls-hb'),
    ('compare SB --model jam19 --model jam21 --expect-equal', 0, 'have the same states'),
    ('compare SB --model sc --model jls-hb --model jam21', 0, 'jls-hb and jam21 have'),
    ('compare SB --model sc', 2, 'two models or more'),
    ('compare SB', 2, 'two models or more'),
    ('compare SB --model sc --model sc', 2, 'given twice'),
    ('compare SB --model sc --model jls-hb --format herd', 2, 'no form'),
    ('compare SB --model sc --model jls-hb --timeout 0.000000001', 4, 'unknown'),
    ('compare SB --model jam19 --model jam21 --quiet', 0, ''),
    ('check SB --expect-equal', 2, "no option '--expect-equal'"),
    # jcstress
    ('jcstress', 2, 'followed by one of generate, run, judge, gradings'),
    ('jcstress --help', 0, 'usage: thinair jcstress COMMAND'),
    ('jcstress judg', 2, "did you mean 'judge'"),
    ('jcstres run', 2, "did you mean 'jcstress'"),
    ('help jcstress', 0, 'usage: thinair jcstress COMMAND'),
    ('help jcstress run', 0, 'usage: thinair jcstress run'),
    ('help jcstress run judge', 2, 'one name at most'),
    ('jcstress run --help', 0, 'usage: thinair jcstress run'),
    ('jcstress generate SB -o NEW', 0, '1 test;'),
    ('jcstress generate DIR --output NEW --model sc --package org.example.litmus', 0, '1 test;'),
    ('jcstress generate SB -o NEW --observe --alias --varhandles', 0, '1 test;'),
    ('jcstress generate SB -o NEW --unroll 2', 0, '1 test;'),
    ('jcstress judge RESULTS SB --model jls04 --unroll 2', 0, 'no mismatch'),
    ('jcstress generate SB -o NEW --json', 0, '{"test":"SB","project":"'),
    ('jcstress generate SB -o NEW --json --observe', 0, '"class":"litmus.SB","model":null,"columns":["0:r1","1:r2"],"complete":true'),
    ('jcstress generate SB -o NEW --to x86 --json', 0, '"scheme":"x86","columns":["0:r1","1:r2"],"complete":true'),
    ('jcstress generate SB -o NEW --to x86 --json', 0, '"ids":["0, 0"],"expect":"acceptable"'),
    ('jcstress generate SB -o NEW --to x86 --target-model sc --json', 0, '"ids":["0, 0"],"expect":"interesting"'),
    ('jcstress generate SB -o NEW --to no-such-scheme', 3, 'no-such-scheme'),
    ('jcstress generate SB -o NEW --to x86 --to aarch64', 2, 'one scheme'),
    ('jcstress generate SB -o NEW --to', 2, '--to needs a value'),
    ('jcstress generate SB -o NEW --observe --to x86', 2, 'needs no --to'),
    ('jcstress generate SB -o NEW --target-model x86tso', 2, 'needs a scheme'),
    ('jcstress generate jcstress/mutex-synchronized -o NEW --to x86', 3, 'are not compiled'),
    ('jcstress generate SB -o -', 2, 'a project is a folder'),
    ('jcstress run SB -o -', 2, 'a project is a folder'),
    ('jcstress generate SB', 2, '-o DIR'),
    ('jcstress generate -o NEW', 2, 'no test is given'),
    ('jcstress generate SB -o', 2, 'needs a value'),
    ('jcstress generate SB -o NEW --package int', 2, 'no name of a Java package'),
    ('jcstress generate SB -o NEW --package', 2, '--package needs a value'),
    ('jcstress generate SB -o NEW --observe --model sc', 2, 'asks no model'),
    ('jcstress generate SB -o NEW --model sc --model jam21', 2, 'one model'),
    ('jcstress generate SB -o NEW --model no-such-model', 3, 'no-such-model'),
    ('jcstress generate SB -o DIR', 3, 'no generated project'),
    ('jcstress generate BAD -o NEW', 3, 'bad.litmus:'),
    ('jcstress generate BAD SB -o NEW', 3, '1 test;'),
    ('jcstress generate SB -o NEW --timeout 0.000000001', 4, 'graded interesting'),
    ('jcstress run', 2, 'no test is given'),
    ('jcstress run SB --preset hasty', 2, 'not one of smoke normal thorough'),
    ('jcstress run SB --preset smok', 2, "did you mean 'smoke'"),
    ('jcstress run SB --budget 0', 2, 'above 0'),
    ('jcstress run SB --wall-clock never', 2, 'not a number of seconds'),
    ('jcstress run SB --jcstress-jar', 2, '--jcstress-jar needs a value'),
    ('jcstress run SB --model no-such-model', 3, 'no-such-model'),
    ('jcstress judge', 2, 'no file of results'),
    ('jcstress judge missing.jsonl', 3, "cannot read 'missing.jsonl'"),
    ('jcstress judge BAD', 3, 'not a JSON object'),
    ('jcstress judge RESULTS', 0, 'no mismatch'),
    ('jcstress judge RAN', 0, 'no mismatch'),
    ('jcstress judge NODIR', 3, "results.jsonl': No such file"),
    ('jcstress judge RESULTS SB --model sc', 1, 'MISMATCH'),
    ('jcstress judge RESULTS SB --model sc --json', 1, '"mismatches":1'),
    ('jcstress judge RESULTS SB --quiet', 0, ''),
    ('jcstress judge OPEN --model jls-hb', 0, '  any v1     1  any v1  v1 | 1'),
    ('jcstress judge RESULTS LBODD', 3, "the results have no test 'LbOdd'"),
    ('jcstress judge RESULTS SB --model jls04 --timeout 0.000000001', 4, 'unknown'),
    ('jcstress judge RESULTS SB --format herd', 2, "no option '--format'"),
    ('jcstress gradings', 2, 'no jar is given'),
    ('jcstress gradings missing.jar', 3, "cannot read 'missing.jar'"),
    ('jcstress gradings SB', 3, 'it is no jar'),
    ('jcstress gradings NODIR', 3, 'no META-INF/TestList'),
    ('jcstress gradings LIST', 1, 'graded twice'),
    ('jcstress gradings LIST --json', 1, '"remarks":["'),
    ('jcstress gradings LIST --quiet', 1, 'graded twice'),
    # models
    ('models', 0, 'jam21'),
    ('models sc', 0, 'acyclic'),
    ('models --json', 0, '"model":"sc"'),
    ('models sc --json', 0, '"text":'),
    ('models scc', 3, "did you mean 'sc'"),
    ('models sc jam21', 2, 'one name at most'),
    ('models', 0, 'cos.cat       Coherence orders'),
    ('models cos.cat', 0, 'generate_cos'),
    ('models lib/cos.cat --json', 0, '{"model":null,"library":"cos.cat","title":"Coherence orders"'),
    ('models --json', 0, '{"model":null,"library":"cos.cat","title":"Coherence orders"'),
    ('models cso.cat', 3, "did you mean 'cos.cat'"),
    ('models --model sc', 2, "no option '--model'"),
    # wrong words
    ('check SB --jsn', 2, "did you mean '--json'"),
    ('check SB -Z', 2, "no option '-Z'"),
    ('check SB --json=yes', 2, '--json takes no value'),
    ('check SB --model=sc --format=json', 0, '"model":"sc"'),
    ('check SB --json=', 2, '--json takes no value'),
    ('check SB --model=', 3, "unknown model ''"),
    ('check --model sc -- SB', 0, 'SB under sc'),
    ('check --model sc -- --json', 3, "cannot read '--json'"),
    ('check SB -msc', 0, 'SB under sc'),
    ('check SB -qj2', 0, ''),
    ('outcomes SB -qj2 -msc', 0, 'SB under sc'),
    ('check SB -qjx', 2, "'x' is not a number"),
    ('check SB -qZ', 2, "no option '-Z'"),
    ('check SB -qm', 2, '--model needs a value'),
    ('check SB --model --json', 3, "--json"),
]

RACY = 'Java NOTMET\n{ x=0; 0:X=x; 1:X=x; }\nThread0 {\n  X.set(1);\n}\nThread1 {\n  int r1 = X.get();\n}\nforbidden (1:r1=1)\n'

# The rules that only bound what a stage may look like, not when a read is committed.
OWN_MEM = 'single "jls-hb.cat"\nrequire C subset G.E as happens\nrequire values (C & W) as same-values\nrequire G.rf ; [D & R] = T.rf ; [D & R] as rule-5\n' \
          'require G.rf ; [G.R \\ D] subset G.hb as rule-6\nrequire domain((G.rf | T.rf) ; [(C \\ D) & R]) subset D as rule-7\n'


# What is written to files: command line, file, a piece of it.
FILES = [
    ('explain X86 --html page.html', 'page.html', 'X86_64 CoRR'),
    ('explain SB --model sometimes.cat --variant weak --dot some.dot --outcome 0:r1=1', 'some.dot', 'told'),
    ('explain SB --model sc --html page.html', 'page.html', 'Java SB'),
]

# A model leaves values open here, and one value follows from them.
OPEN = """Java OPEN
{ x=0; y=0; }
Thread0 { int r1 = X.get(); Y.set(r1); int r4 = 0; if (r1 > 5) r4 = 1; }
Thread1 { int r2 = Y.get(); int r3 = r2 | 1; X.set(r2); }
exists (0:r1=1)
"""


def prepare(folder, litmus):
    """The words of the table and what they stand for."""
    inner = folder / 'dir' / 'inner'
    inner.mkdir(parents=True)
    (folder / 'nodir').mkdir()
    (folder / 'notmet.litmus').write_text(RACY)
    (folder / 'bad.litmus').write_text('Java BAD\n{ x=0; }\nThread0 {\n  X.set(;\n}\n')
    (folder / 'empty.litmus').write_text('')
    (folder / 'bad.cat').write_text('"bad"\nacyclic nothing-known\n')
    (folder / 'mine.cat').write_text('"mine"\ninclude "helper.cat"\n')
    (folder / 'dir' / 'helper.cat').write_text('empty 0 as nothing\n')
    (folder / 'own.mem').write_text(OWN_MEM)
    (folder / 'broken.mem').write_text(re.sub('^require.*rule-7.*\n', '', (litmus.parent / 'models/jls04.mem').read_text(), flags=re.MULTILINE))
    (folder / 'bad.mem').write_text('single "jls-hb.cat"\nrequire hb subset G.hb as one\n')
    (folder / 'named.cat').write_text('"named"\nif "weak"\n  empty 0\nelse\n  empty M as everything\nend\n')
    sb = (litmus / 'classic/SB.litmus').read_text()
    records = [{'record': 'run', 'format': 1, 'cpus': 2},
               {'record': 'test', 'class': 'litmus.SB', 'test': 'SB', 'actors': 2, 'columns': ['0:r1', '1:r2'], 'litmus': sb},
               {'record': 'fork', 'class': 'litmus.SB', 'status': 'NORMAL', 'states': {'0, 0': 5, '0, 1': 7, '1, 0': 8}}, {'record': 'end'}]
    (folder / 'results.jsonl').write_text(''.join(json.dumps(record) + '\n' for record in records))
    records[1:3] = [{'record': 'test', 'class': 'litmus.OPEN', 'test': 'OPEN', 'actors': 2, 'columns': ['0:r1', '0:r4', '1:r2', '1:r3'], 'litmus': OPEN},
                    {'record': 'fork', 'class': 'litmus.OPEN', 'status': 'NORMAL', 'states': {'0, 0, 0, 1': 5}}]
    (folder / 'open.jsonl').write_text(''.join(json.dumps(record) + '\n' for record in records))
    (folder / 'ran').mkdir()
    (folder / 'ran/results.jsonl').write_text((folder / 'results.jsonl').read_text())
    (folder / 'folder.cat').mkdir()
    (folder / 'mixed').mkdir()
    (folder / 'mixed/a.litmus').write_text(sb)
    (folder / 'mixed/b.litmus').write_text((litmus / 'hardware/x86/CoRR.litmus').read_text())
    (folder / 'noclause.litmus').write_text('Java NOCLAUSE\n{ x=0; }\nThread0 { x.set(1); }\n')
    (folder / 'sometimes.cat').write_text('"sometimes"\nlet told = if "weak" then po else 0\nshow told\n')
    (folder / 'times/one').mkdir(parents=True)
    (folder / 'times/expected').mkdir()
    (folder / 'times/one/SB.litmus').write_text(sb)
    (folder / 'times/expected/sc.csv').write_text('test,outcome,verdict,source,note\n')
    (folder / 'times/times.csv').write_text('test,model,seconds,source\none/SB,sc,soon,somebody\none/TB,sc,1,somebody\n')
    (folder / 'list').mkdir()
    (folder / 'list/TestList').write_text('JCTEST1ST1ST3SRun4Snull1I12St01BF1I21I01Sa1I14S1, 11I21Sb1I14S1, 11I0\n')
    (inner / 'SB.litmus').write_text((litmus / 'classic/SB.litmus').read_text())
    return {'MIXED': folder / 'mixed', 'RAN': folder / 'ran', 'NOCLAUSE': folder / 'noclause.litmus', 'SB': litmus / 'classic/SB.litmus', 'NOTMET': folder / 'notmet.litmus', 'BAD': folder / 'bad.litmus', 'EMPTY': folder / 'empty.litmus',
            'DIR': folder / 'dir', 'NODIR': folder / 'nodir', 'BAD_MODEL': folder / 'bad.cat', 'OWN_MODEL': folder / 'mine.cat',
            'NAMED_MODEL': folder / 'named.cat', 'OWN_MEM': folder / 'own.mem', 'BAD_MEM': folder / 'bad.mem', 'BROKEN_MEM': folder / 'broken.mem',
            'OPEN': folder / 'open.jsonl', 'TIMES': folder / 'times', 'X86': litmus / 'hardware/x86/CoRR.litmus', 'NEW': folder / 'new', 'RESULTS': folder / 'results.jsonl', 'LIST': folder / 'list/TestList', 'CATALOGUE': litmus.parent / 'tests/golden/suite/catalogue', 'LBODD': litmus / 'jmt/LbOdd.litmus',
            'ALWAYS': litmus.parent / 'docs/examples/always-42.litmus', 'NEVER': litmus.parent / 'docs/examples/never-written.litmus'}


def options_of(thinair):
    """Every option that the program says it has."""
    text = subprocess.run([thinair, 'help', '--as', 'markdown'], capture_output=True, text=True).stdout
    return set(re.findall(r'--[a-z-]+', ' '.join(re.findall(r'^\| `([^`]*)`', text, re.MULTILINE))))


def writing(thinair, folder):
    """Files appear whole or not at all; what the terminal would obey does not reach it."""
    problems = []

    def explain(*words, **how):
        return subprocess.run([thinair, 'explain', 'classic/LB', *words], cwd=folder, capture_output=True, text=True, errors='replace', timeout=900, **how)

    # A disk that is full: a limit on the size of files does the same.
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
    before = set(os.listdir(folder))
    done = explain('--html', 'large.html', preexec_fn=lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN), limit()))
    if done.returncode != 3 or 'File too large' not in done.stderr or set(os.listdir(folder)) != before:
        problems.append(f'a file that does not fit: exit code {done.returncode}, left {set(os.listdir(folder)) - before}\n{done.stderr}')
    (folder / 'link.html').symlink_to('target.html')
    (folder / 'target.html').write_text('old')
    (folder / 'target.html').chmod(0o640)
    explain('--html', 'link.html')
    target = folder / 'target.html'
    if not (folder / 'link.html').is_symlink() or target.stat().st_mode & 0o777 != 0o640 or 'DOCTYPE' not in target.read_text():
        problems.append('a link stays one, and what it leads to is written with the permissions that it has')
    (folder / 'new.html').unlink(missing_ok=True)
    explain('--html', 'new.html', preexec_fn=lambda: os.umask(0o027))
    if (folder / 'new.html').stat().st_mode & 0o777 != 0o640:
        problems.append('a new file has the permissions that umask gives')
    done = explain('--svg', '-', '--html', 'beside.html')
    if done.stderr != 'beside.html\n' or not done.stdout.endswith('</svg>\n'):
        problems.append(f'names of files do not mix with what goes to standard output\n{done.stderr}')
    evil = 'x\x1b[31m\x9b5n'
    for words in (['check', evil], ['outcomes', evil + '.litmus'], ['check', 'SB+vol', '-m', evil + '.cat'], ['check', 'SB+vol', '-m', evil], [evil],
                  ['check', 'SB+vol', '--' + evil], ['explain', 'SB+vol', '--svg', evil + '/x.svg'], ['suite', evil], ['suite', '--family', evil],
                  ['compile', 'SB+vol', '--to', evil], ['schemes', evil], ['models', evil], ['jcstress', 'judge', evil]):
        done = subprocess.run([thinair, *words], cwd=folder, capture_output=True, timeout=900)
        if done.returncode not in (2, 3) or b'\x1b' in done.stdout + done.stderr or b'\xc2\x9b' in done.stdout + done.stderr:
            problems.append(f'{words}: exit code {done.returncode}, printed {done.stdout + done.stderr}')
    (folder / 'evil' / evil).mkdir(parents=True)
    (folder / 'evil' / evil / (evil + '.litmus')).write_text(RACY)
    done = subprocess.run([thinair, 'suite', 'evil', '-m', 'sc', '--details'], cwd=folder, capture_output=True, timeout=900)
    if done.returncode != 0 or b'NOTMET' in done.stdout or b'x?[31m' not in done.stdout or b'\x1b' in done.stdout + done.stderr:
        problems.append(f'names of families and tests: exit code {done.returncode}, printed {done.stdout + done.stderr}')
    (folder / (evil + '.cat')).write_text('"evil"\nempty 0\n')
    (folder / (evil + '.litmus')).write_text('Java --\n{ x=0; }\nThread0 { x.set(1); }\nexists (x=1)\n')
    done = subprocess.run([thinair, 'check', evil + '.litmus', '-m', evil + '.cat'], cwd=folder, capture_output=True, timeout=900)
    if done.returncode != 0 or b'\x1b' in done.stdout + done.stderr:
        problems.append(f'names of models and tests: exit code {done.returncode}, printed {done.stdout + done.stderr}')
    return problems


def on_a_terminal(thinair):
    """Colours on a terminal that knows them, and no escape sequences at all on one that does not."""
    problems = []
    for term, coloured in (('xterm', True), ('dumb', False)):
        screen, terminal = pty.openpty()
        environment = {key: value for key, value in os.environ.items() if key != 'NO_COLOR'}
        child = subprocess.Popen([thinair, 'suite', 'classic/SB', '--model', 'sc'], stdout=terminal, stderr=terminal, env=dict(environment, TERM=term))
        os.close(terminal)
        printed = b''
        try:
            while piece := os.read(screen, 65536):
                printed += piece
        except OSError:  # Linux says so when the other side is closed
            pass
        child.wait()
        os.close(screen)
        if child.returncode != 0 or b'total' not in printed or (b'\x1b' in printed) != coloured:
            problems.append(f'TERM={term}: {printed}')
    return problems


def completing(thinair, folder):
    """Names of shipped things, as bash completes them."""
    script = subprocess.run([thinair, 'help', '--as', 'bash'], capture_output=True, text=True).stdout
    (folder / 'thinair.bash').write_text(script)
    problems = []
    for words, wanted in (('check SB+v', 'SB+vol'), ('explain classic/SB+', 'classic/SB+vol'), ('schemes aarch64-', 'aarch64-dmb'), ('models cos.', 'cos.cat'),
                          ('jcstress run SB+rf', 'SB+rfis'), ('sche', 'schemes'), ('tests causality-1', 'causality-13')):
        words = ['thinair', *words.split()]
        line = f'. ./thinair.bash; COMP_WORDS=({" ".join(words)}); COMP_CWORD={len(words) - 1}; _thinair; echo "${{COMPREPLY[@]}}"'
        done = subprocess.run(['bash', '-c', line], cwd=folder, capture_output=True, text=True, env=dict(os.environ, PATH=f'{thinair.parent}:{os.environ["PATH"]}'))
        if wanted not in done.stdout.split():
            problems.append(f'bash completes {words} by {done.stdout}{done.stderr}')
    return problems


def main():
    thinair, litmus = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    problems = []
    unused = options_of(thinair) - {word for row in TABLE for word in row[0].split()}
    if unused:
        problems.append(f'options that the table does not use: {sorted(unused)}')
    with tempfile.TemporaryDirectory() as name:
        words = prepare(pathlib.Path(name), litmus)
        for arguments, code, piece in TABLE:
            command = [thinair, *(str(words.get(word, word)) for word in arguments.split())]
            done = subprocess.run(command, cwd=name, capture_output=True, text=True, input=(litmus / 'classic/SB.litmus').read_text(), timeout=900)
            printed = done.stdout + done.stderr
            if done.returncode != code:
                problems.append(f'thinair {arguments}: exit code {done.returncode}, expected {code}\n{printed}')
            elif piece not in printed or (piece == '' and printed):
                problems.append(f'thinair {arguments}: expected {piece!r} in\n{printed}')
            if code == 2 and (done.stdout or "See 'thinair help" not in done.stderr):
                problems.append(f'thinair {arguments}: wrong usage is told on stderr only, and where to read on\n{printed}')
        for arguments, path, piece in FILES:
            command = [thinair, *(str(words.get(word, word)) for word in arguments.split())]
            done = subprocess.run(command, cwd=name, capture_output=True, text=True, timeout=900)
            written = (pathlib.Path(name) / path).read_text() if done.returncode == 0 else done.stderr
            if piece not in written:
                problems.append(f'thinair {arguments}: expected {piece!r} in {path}\n{written}')
        problems += writing(thinair, pathlib.Path(name))
        problems += on_a_terminal(thinair)
        problems += completing(thinair, pathlib.Path(name))
        unwritable = subprocess.run([thinair, 'models'], stdout=open('/dev/full', 'w'), stderr=subprocess.PIPE) if os.path.exists('/dev/full') else None
        if unwritable and unwritable.returncode != 3:
            problems.append('output that cannot be written must be an error')
    print('\n'.join(problems))
    print(f'{len(TABLE)} command lines, {len(problems)} problems')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
