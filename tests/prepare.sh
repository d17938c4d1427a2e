#!/bin/sh
# What the tests need besides Python packages: a Chromium (the one without windows where there is one, it takes half the
# time), poppler's PDF tools, strace (for simulated power cuts), and
# axe-core from npm. Installs what is missing where that is possible, and names it where it is not.
set -eu
cd "$(dirname "$0")/.."

have() { command -v "$1" >/dev/null 2>&1; }

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; elif have sudo; then sudo "$@"; else return 1; fi
}

missing=""
if ! have chromium-headless-shell; then
    if have apt-cache && apt-cache show chromium-headless-shell >/dev/null 2>&1; then
        missing="$missing chromium-headless-shell"
    else
        have chromium || have chromium-browser || have google-chrome || missing="$missing chromium"
    fi
fi
have pdffonts || missing="$missing poppler-utils"
have npm || missing="$missing npm"
[ "$(uname -s)" != Linux ] || have strace || missing="$missing strace"

if [ -n "$missing" ] && have apt-get; then
    echo "Installing for the tests:$missing"
    as_root apt-get update -qq || true
    # shellcheck disable=SC2086
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null ||
        { echo "Please install for the tests:$missing" >&2; exit 2; }
elif [ -n "$missing" ] && have brew; then
    for name in $missing; do
        case $name in
        chromium) brew install --cask chromium ;;
        poppler-utils) brew install poppler ;;
        npm) brew install node ;;
        esac
    done
elif [ -n "$missing" ]; then
    echo "Please install for the tests:$missing" >&2
    exit 2
fi

if [ ! -f node_modules/axe-core/axe.min.js ]; then
    npm install --silent --no-audit --no-fund --no-package-lock --ignore-scripts
fi
