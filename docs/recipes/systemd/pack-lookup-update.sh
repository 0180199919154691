#!/bin/sh
# Builds a dataset from a release of dm+d, and replaces packs.bin of the working folder.
#   pack-lookup-update.sh KEY_FILE    fetches the newest release from TRUD
#   pack-lookup-update.sh FILE.zip    takes a release that you brought in
# A failure at any step ends the script, and packs.bin stays as it is.
set -eu

pack_lookup() {
    node "${PACK_LOOKUP:-/opt/pack-lookup/cli.js}" "$@"
}

date_of() {
    pack_lookup info "$1" --json | sed 's/.*"date":"\([0-9-]*\)".*/\1/'
}

is_newer() {
    [ "$(date_of "$1")" != "$(date_of "$2")" ] &&
        [ "$(printf '%s\n%s\n' "$(date_of "$1")" "$(date_of "$2")" | sort | tail -n 1)" = "$(date_of "$2")" ]
}

case $1 in
*.zip) release=$1 ;;
*)
    release=$(pack_lookup fetch --key-file "$1" -o releases)
    find releases -name '*.zip' -mtime +60 -delete
    ;;
esac
pack_lookup build "$release" -o next.bin
pack_lookup verify next.bin

if [ -e packs.bin ]; then
    if cmp -s next.bin packs.bin; then
        rm next.bin
        exit
    fi
    # Lists what changed. This fails if the release is older, or if one of them lacks a file that the other has.
    if ! pack_lookup changes packs.bin next.bin; then
        is_newer packs.bin next.bin
        echo "What changed is not known. The newer release is used." >&2
    fi
    ln -f packs.bin previous.bin
fi
mv next.bin packs.bin
