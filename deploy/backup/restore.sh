#!/bin/sh
# restore.sh FILE: puts a copy made by backup.sh into the store that DATABASE_URL names, which must be new or empty.
# Then look at it before anybody plays on it: tapedeck verify --all
set -eu
file=${1:?usage: restore.sh FILE}
url=${DATABASE_URL:?DATABASE_URL says which store}

case $url in
  sqlite:///*)
    to=${url#sqlite:///}
    if [ -e "$to" ]; then
      echo "restore.sh: $to is there already" >&2
      exit 1
    fi
    cp "$file" "$to.part"
    sync "$to.part"
    mv "$to.part" "$to"
    ;;
  postgres*)
    # In one transaction, and never over what is there: a table that exists ends it.
    pg_restore --no-owner --single-transaction --exit-on-error --dbname="$url" "$file"
    ;;
  *)
    echo "restore.sh: no way to fill a store of this kind" >&2
    exit 1
    ;;
esac
