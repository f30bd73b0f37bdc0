#!/bin/sh
# Make .venv from a locked list, or say in one line why that is impossible.
# usage: requirements/install.sh runtime|development
# A stamp with the lock file's checksum makes the next call free.
set -u
list=${1:?runtime or development}
lock=requirements/$list.txt
stamp=.venv/installed-$list

fail() { printf 'nachgerechnet: %s\n' "$1" >&2; exit 1; }

sum=$(cksum < "$lock")
if [ -x .venv/bin/python ] && [ "$(cat "$stamp" 2>/dev/null)" = "$sum" ]; then exit 0; fi
# the development list contains the runtime list
if [ "$list" = runtime ] && [ -x .venv/bin/python ] && [ "$(cat .venv/installed-development 2>/dev/null)" = "$(cksum < requirements/development.txt)" ]; then exit 0; fi

if [ -n "${PYTHON:-}" ]; then set -- "$PYTHON"; else set -- python3 python3.14 python3.13 python3.12 python3.11; fi
python=
for candidate do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then python=$candidate; break; fi
done

found() { # what the first candidate is: the one that was asked for, or the system's own
    version=$("$1" --version 2>&1 | grep '^Python [0-9]')
    if [ -z "${PYTHON:-}" ]; then echo "found: ${version:-none}"
    elif command -v "$1" >/dev/null; then echo "$1 is ${version:-no Python}"
    else echo "$1 was not found"; fi
}
[ -n "$python" ] || fail "Python 3.11 or newer is needed ($(found "$1")). Install it, or name one: make PYTHON=/path/to/python3.12 …"

log=$(mktemp 2>/dev/null) || fail "no temporary file can be written: the disk is full or read-only. Free some space and try again."
trap 'rm -f "$log"' EXIT

why() { # one sentence for the commonest causes, the last line of the log otherwise
    if grep -qi 'no space left' "$log"; then echo "the disk is full. Free about 1 GB and try again."
    elif grep -qiE 'ensurepip|No module named .?venv' "$log"; then echo "this Python has no venv module. Install it (Debian, Ubuntu: apt install python3-venv) and try again."
    elif grep -qiE 'name resolution|NewConnectionError|Connection(Error| refused| broken)|Network is unreachable|ProxyError|timed out|getaddrinfo' "$log"; then echo "the package index cannot be reached. Check the network connection and try again."
    elif grep -qi 'do not match the hashes' "$log"; then echo "a downloaded package does not match its hash in $lock. Nothing was installed; try again, and report it if it stays."
    else echo "the installation failed: $(grep -v '^ *$' "$log" | tail -n 1)"; fi
}

if [ ! -x .venv/bin/python ] || ! .venv/bin/python -c 'import pip' 2>/dev/null; then
    echo "Making .venv with $("$python" --version) …"
    if ! "$python" -m venv .venv >"$log" 2>&1; then reason=$(why); rm -rf .venv; fail "$reason"; fi
fi
echo "Installing $lock (only the first time, or when it changed) …"
.venv/bin/python -m pip install --quiet --disable-pip-version-check --retries 2 --timeout 20 --require-hashes --prefer-binary -r "$lock" >"$log" 2>&1 || fail "$(why)"
{ printf '%s\n' "$sum" > "$stamp"; } 2>/dev/null || fail "the disk is full. Free some space and try again."
