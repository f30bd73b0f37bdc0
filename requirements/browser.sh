#!/bin/sh
# Find a Chromium for the browser tests, or install one; fail rather than skip them.
set -u
for candidate in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
    [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1 && exit 0
done
.venv/bin/python - <<'PYTHON' && exit 0
import sys
from pathlib import Path
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    sys.exit(not Path(playwright.chromium.executable_path).exists())
PYTHON
echo "Installing Chromium for the browser tests …"
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    apt-get update -qq >/dev/null 2>&1
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null 2>&1 && exit 0
fi
.venv/bin/python -m playwright install chromium && exit 0
echo "nachgerechnet: no Chromium found and none could be installed. Install one (Debian: apt install chromium) and try again." >&2
exit 1
