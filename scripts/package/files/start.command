#!/bin/sh
# A double-click opens this in Terminal: deckcast runs until the window is closed or Ctrl-C is pressed.
exec "${0%/*}/bin/deckcast" start --open
