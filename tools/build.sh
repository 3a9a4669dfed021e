#!/bin/sh
# usage: tools/build.sh PRESET [TARGET...]
# Prepares the machine, configures build/PRESET with the preset, and builds. Says something only when there is something to do, and
# then how far it is; everything it says goes to stderr, so that `./run ... | script` sees thinair's output alone.
set -eu
cd "$(dirname "$0")/.."
preset=$1
shift

mkdir -p "build/$preset"
# Two at once would write the same files. Who comes second waits, and then finds everything done.
if command -v flock >/dev/null 2>&1; then
  exec 9>>build/lock
  if ! flock -n 9; then
    echo "waiting for another build in this folder" >&2
    flock 9
  fi
fi

tools/prepare.sh 9>&-
log="build/$preset/configure.log"
set_launcher=""
# Paths below this folder count as relative, so that another checkout finds what this one compiled.
export CCACHE_BASEDIR="$PWD" CCACHE_NOHASHDIR=1
# Without these it keeps nothing that is compiled with a precompiled header. None of our files asks what time it is.
export CCACHE_SLOPPINESS=pch_defines,time_macros
if command -v ccache >/dev/null 2>&1; then
  set_launcher="-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"
  # Where the home folder cannot be written to, ccache would fail.
  cache=$(ccache --get-config cache_dir 2>/dev/null || true)
  if ! { mkdir -p "$cache" && [ -w "$cache" ]; } 2>/dev/null; then export CCACHE_DIR="$PWD/build/ccache"; fi
fi
# shellcheck disable=SC2086  # empty, or one word
if ! cmake --preset "$preset" $set_launcher >"$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi

targets=""
for target in "$@"; do targets="$targets --target $target"; done
# shellcheck disable=SC2086  # the list is meant to be split
exec python3 tools/progress.py "$preset" "build/$preset/build.log" cmake --build "build/$preset" $targets
