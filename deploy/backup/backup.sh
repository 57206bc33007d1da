#!/bin/sh
# backup.sh FOLDER: a copy of the store that DATABASE_URL names, as it was at one moment, while everything goes on.
# Prints the file's name. A copy that is not whole never gets its final name.
set -eu
folder=${1:?usage: backup.sh FOLDER}
url=${DATABASE_URL:?DATABASE_URL says which store}
stamp=$(date -u +%Y%m%dT%H%M%SZ)
umask 077
mkdir -p "$folder"

case $url in
  sqlite:///*)
    to=$folder/tapedeck-$stamp.sqlite
    python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=30).execute("VACUUM INTO ?", sys.argv[2:])' \
      "${url#sqlite:///}" "$to.part"
    ;;
  postgres*)
    to=$folder/tapedeck-$stamp.pgdump
    pg_dump --format=custom --no-owner --file="$to.part" "$url"
    ;;
  *)
    echo "backup.sh: no way to copy a store of this kind" >&2
    exit 1
    ;;
esac
sync "$to.part"
mv "$to.part" "$to"
echo "$to"
