#!/bin/sh
# The command line of deckcast, run by the Node that came with it. A link to this file works, too.
self=$0
while [ -h "$self" ]; do
  target=$(readlink "$self")
  case $target in
    /*) self=$target ;;
    *) self=${self%/*}/$target ;;
  esac
done
case $self in
  */*) folder=${self%/*} ;;
  *) folder=. ;;
esac
exec "$folder/../lib/node" "$folder/../lib/bin/deckcast.js" "$@"
