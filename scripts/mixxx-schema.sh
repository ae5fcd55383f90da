#!/bin/sh
# Lets the real Mixxx (Debian: mixxx, xvfb, sqlite3) make its database once, and prints the tables that the source
# `softb` reads, with the playlists that Mixxx puts into them by itself:
#   scripts/mixxx-schema.sh > test/support/mixxx.sql
set -eu
folder=$(mktemp -d)
xvfb=
mixxx=
trap 'for id in $mixxx $xvfb; do kill "$id" 2>/dev/null || true; done; wait; rm -rf "$folder"' EXIT INT TERM

mkfifo "$folder/display"
Xvfb -displayfd 3 -screen 0 1024x768x24 -nolisten tcp 3>"$folder/display" 2>/dev/null &
xvfb=$!
read -r display <"$folder/display"

HOME="$folder" DISPLAY=":$display" mixxx --settingsPath "$folder/" >/dev/null 2>&1 &
mixxx=$!
database="$folder/mixxxdb.sqlite"
tries=0
until [ "$(sqlite3 "$database" 'SELECT count(*) FROM Playlists WHERE hidden = 2' 2>/dev/null || echo 0)" -gt 0 ]; do
  tries=$((tries + 1))
  if [ "$tries" -gt 120 ]; then
    echo 'Mixxx made no session playlist within a minute' >&2
    exit 1
  fi
  sleep 0.5
done

echo "-- Made by Mixxx $(dpkg-query -W -f='${Version}' mixxx) with scripts/mixxx-schema.sh."
sqlite3 "$database" '.schema library' '.schema track_locations' '.schema Playlists' '.schema PlaylistTracks'
sqlite3 "$database" -cmd '.mode insert Playlists' 'SELECT * FROM Playlists'
