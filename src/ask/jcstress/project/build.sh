#!/bin/sh
# Compiles the tests without Maven: needs javac (JDK 11 or later) and the jars.
# usage: ./build.sh JAR...    jcstress-core @VERSION@ and jopt-simple 4.6; jna and jna-platform 5.8.0 to pin threads to CPUs
set -eu
[ $# -gt 0 ] || { sed -n 3p "$0" >&2; exit 2; }
path=""
for jar in "$@"; do path="$path${path:+:}$(cd "$(dirname "$jar")" && pwd)/$(basename "$jar")"; done
cd "$(dirname "$0")"

mkdir -p target/classes
cp -R src/main/resources/. target/classes/
find src/main/java -name '*.java' > target/sources
# One call for all tests: each writes the list of tests anew.
javac --release 11 -encoding UTF-8 -cp "$path" -processor org.openjdk.jcstress.infra.processors.JCStressTestProcessor \
  -d target/classes @target/sources

echo "run them:"
echo "  java -cp '$(pwd)/target/classes:$path' org.openjdk.jcstress.Main -m quick -v"
echo "run them and keep what is seen for 'thinair jcstress judge':"
echo "  java -cp '$(pwd)/target/classes:$path' thinair.Record results.jsonl -m quick"
