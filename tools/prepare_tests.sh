#!/bin/sh
# usage: tools/prepare_tests.sh [LOG|--missing]
# Installs what some tests use and the build does not, in one go: a JDK, Maven, shellcheck, clang-format 14, Rumur, Slurm, GNU parallel, a headless
# Chromium, and axe-core, which knows rules of accessibility. A machine that cannot have one of them does without: a line says so, and the tests that
# need it are skipped, or check less. What apt says goes to LOG. Silent and offline when nothing is missing; never fails. --missing only
# names the packages.
set -u
log=${1:-/dev/null}
has() { for program in "$@"; do command -v "$program" >/dev/null 2>&1 || return 1; done; }
has_browser() { has chromium-headless-shell || has chromium || has chromium-browser || has google-chrome; }

axe_version=4.10.2
axe_folder="${HOME:-/nonexistent}/.cache/thinair"
fetch_axe() {
  mkdir -p "$axe_folder" && cd "$axe_folder" || return 1
  timeout 120 npm pack --silent "axe-core@$axe_version" && tar -xzOf "axe-core-$axe_version.tgz" package/axe.min.js >axe.part &&
    mv axe.part axe.min.js && rm "axe-core-$axe_version.tgz"
}

# Lines "PACKAGES: what is lost without".
missing() {
  has javac mvn || echo "default-jdk-headless maven: without a JDK and Maven, tests on a real JVM are skipped"
  has shellcheck || echo "shellcheck: without shellcheck, shell scripts are not checked"
  if ! has clang-format-14; then
    case "$(cat /etc/debian_version 2>/dev/null)" in
      12*) echo "clang-format-14: without clang-format 14, formatting is not checked" ;;
      *) echo ": there is no clang-format 14 for this system, so formatting is not checked" ;;
    esac
  fi
  has rumur || echo "rumur: without Rumur, machines have no second opinion"
  has slurmctld slurmd munged || echo "slurm-wlm munge: without Slurm, job arrays are not run"
  has parallel || echo "parallel: without GNU parallel, its script is not run"
  has_browser || echo "chromium-headless-shell: without a browser, tests that need one are skipped"
}

packages=$(missing | sed 's/:.*//; /^$/d' | tr '\n' ' ')
if [ "$log" = --missing ]; then
  echo "$packages"
  exit 0
fi
if has apt-get && [ -n "$packages" ]; then
  if [ "$(id -u)" -eq 0 ]; then as_root=""; else as_root="sudo -n"; fi
  install() {
    $as_root env DEBIAN_FRONTEND=noninteractive timeout 900 apt-get install -y -qq --no-install-recommends "$@" >>"$log" 2>&1 </dev/null
  }
  $as_root timeout 300 apt-get update -qq >>"$log" 2>&1 </dev/null
  # One that cannot be had must not keep the others away.
  # shellcheck disable=SC2086  # the lists are meant to be split
  install $packages || missing | sed 's/:.*//' | while read -r some; do if [ -n "$some" ]; then install $some; fi; done
fi
missing | sed 's/^[^:]*: //' >&2

if [ ! -s "$axe_folder/axe.min.js" ]; then
  (fetch_axe >/dev/null 2>&1) || echo "axe-core cannot be fetched; fewer rules of accessibility are checked" >&2
fi
exit 0
