#!/bin/sh
# Installs a headless Chromium for the tests of pages, if there is none. A machine that cannot have one does without: these tests are then
# skipped, and say so.
set -u

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
