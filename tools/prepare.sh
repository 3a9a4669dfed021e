#!/bin/sh
# Installs the Debian packages that are missing, without questions, and those named as arguments. Silent and offline when nothing is missing.
set -eu

packages="cmake ninja-build ccache g++ pkg-config python3 dpkg-dev libfmt-dev libexpected-dev nlohmann-json3-dev libz3-dev zlib1g-dev
  libboost-dev libjs-codemirror libgtest-dev $*"

if ! command -v dpkg-query >/dev/null 2>&1; then
  # Not Debian: CMake names what it does not find.
  exit 0
fi

missing=""
for package in $packages; do
  # pkg-config is pkgconf's other name from Debian 13 on; `Provides` does not show in a query by name, so ask for the command.
  if [ "$package" = pkg-config ] && command -v pkg-config >/dev/null 2>&1; then continue; fi
  status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

echo "installing:$missing" >&2
if [ "$(id -u)" -eq 0 ]; then as_root=""; else as_root="sudo"; fi
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086  # the lists are meant to be split
{
  $as_root apt-get update -qq
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
} >&2
