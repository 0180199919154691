#!/bin/sh
# Builds a dataset from a release of dm+d, and replaces packs.bin of the working folder.
#   pack-lookup-update.sh KEY_FILE    fetches the newest release from TRUD
#   pack-lookup-update.sh FILE.zip    takes a release that you brought in
# A failure at any step ends the script, and packs.bin stays as it is.
set -eu

pack_lookup() {
    node "${PACK_LOOKUP:-/opt/pack-lookup/cli.js}" "$@"
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
    # Lists what changed, and fails if the release is older.
    pack_lookup changes packs.bin next.bin
    ln -f packs.bin previous.bin
fi
mv next.bin packs.bin
