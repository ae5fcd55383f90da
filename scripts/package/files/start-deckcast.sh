#!/bin/sh
# What a double-click runs in a terminal window, which stays open after an error.
"${0%/*}/deckcast" start --open
status=$?
# 129 and above are an orderly stop.
if [ "$status" -ne 0 ] && [ "$status" -lt 129 ]; then
  printf '\nPress Enter to close this window. '
  read -r _
fi
exit "$status"
