#!/bin/sh
# Installs the Debian packages that are missing, without questions, and those named as arguments, and shows how far it is; build/prepare.log has what
# apt says. Silent and offline when nothing is missing. When they cannot be installed, it says which ones, and why.
set -eu
cd "$(dirname "$0")/.."

packages="cmake ninja-build ccache g++ pkg-config python3 dpkg-dev file libfmt-dev libexpected-dev nlohmann-json3-dev libz3-dev zlib1g-dev
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

# cannot WHY: which packages somebody else has to install.
cannot() {
  echo "thinair needs packages that could not be installed: $1" >&2
  echo "once they are there it needs neither root nor a network; as root:" >&2
  echo "  apt-get install --no-install-recommends$missing" >&2
  exit 1
}

echo "installing:$missing" >&2
mkdir -p build
log=build/prepare.log
: >"$log"
if [ "$(id -u)" -eq 0 ]; then
  as_root=""
elif command -v sudo >/dev/null 2>&1; then
  as_root="sudo"
  sudo -n apt-get --version >/dev/null 2>&1 || sudo -v || cannot "sudo does not let $(id -un) do it"
else
  cannot "this is not root, and there is no sudo"
fi

# shown WHAT: reads what apt says, and shows its progress as one line on a terminal, elsewhere as a line for every tenth. Returns apt's exit code.
shown() {
  code=1 last=""
  while IFS=: read -r kind subject percent text; do
    case "$kind" in
      dlstatus | pmstatus)
        percent=${percent%%.*}
        if [ -t 2 ]; then
          printf '\r\033[K%s, %s %%: %.50s' "$1" "$percent" "$text" >&2
        elif [ "$kind${percent%?}" != "$last" ]; then
          echo "$1, $percent %: $text" >&2
          last="$kind${percent%?}"
        fi
        ;;
      "exit code") code=$subject ;;
      *) echo "$kind${subject:+:$subject}${percent:+:$percent}${text:+:$text}" >>"$log" ;;
    esac
  done
  if [ -t 2 ]; then printf '\r\033[K' >&2; fi
  return "$code"
}

# Others who install something, such as a machine that brings itself up to date after its first start, are waited for.
apt() {
  {
    $as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 apt-get -qq -o APT::Status-Fd=1 -o DPkg::Lock::Timeout=600 "$@" 2>&1 </dev/null && echo "exit code:0" ||
      echo "exit code:$?"
  } | shown "apt $1"
}

apt update || true  # what is known already may do
# shellcheck disable=SC2086  # the list is meant to be split
apt install -y --no-install-recommends $missing || cannot "$(grep -m 1 -i '^[ew]:' "$log"), see $log"
