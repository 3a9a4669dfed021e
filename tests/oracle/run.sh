#!/bin/sh
# usage: run.sh ORACLE_DIR THINAIR CORPUS [COMPARE_OPTION...]
# Compares thinair with answers computed by other programs, if they are at hand; exits with 77 (skipped) if not.
set -eu
oracle=$1 thinair=$2 corpus=$3
shift 3
if [ ! -x "$oracle/compare" ] || [ ! -f "$oracle/$corpus" ]; then
  echo "skipped: there is no $corpus in $oracle"
  exit 77
fi
exec "$oracle/compare" "$thinair" "$oracle/$corpus" "$@"
