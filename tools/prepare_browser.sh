#!/bin/sh
# Installs a headless Chromium for the tests of pages, if there is none, and axe-core, which knows rules of accessibility. A machine that cannot
# have a browser does without: these tests are then skipped, and say so. Without axe-core they check less.
set -u

axe_version=4.10.2
axe_folder="$HOME/.cache/thinair"
fetch_axe() {
  mkdir -p "$axe_folder" && cd "$axe_folder" || return 1
  timeout 120 npm pack --silent "axe-core@$axe_version" && tar -xzOf "axe-core-$axe_version.tgz" package/axe.min.js >axe.part &&
    mv axe.part axe.min.js && rm "axe-core-$axe_version.tgz"
}
if [ ! -s "$axe_folder/axe.min.js" ]; then
  (fetch_axe >/dev/null 2>&1) || echo "axe-core cannot be fetched; fewer rules of accessibility are checked" >&2
fi

for program in chromium-headless-shell chromium chromium-browser google-chrome; do
  if command -v "$program" >/dev/null 2>&1; then exit 0; fi
done
command -v apt-get >/dev/null 2>&1 || exit 0
if [ "$(id -u)" -eq 0 ]; then as_root=""; else as_root="sudo -n"; fi
echo "installing: chromium-headless-shell (tests of pages; about 100 MB)" >&2
for attempt in "" update; do
  if [ "$attempt" = update ]; then $as_root apt-get update -qq >/dev/null 2>&1 || break; fi
  if $as_root env DEBIAN_FRONTEND=noninteractive timeout 300 apt-get install -y -qq --no-install-recommends chromium-headless-shell \
    >/dev/null 2>&1; then exit 0; fi
done
echo "it cannot be installed; tests that need a browser are skipped" >&2
exit 0
