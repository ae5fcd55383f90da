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
# Without links: Node takes `..` for the folder above the link, not above what it leads to.
root=$(CDPATH='' cd -P -- "$folder/.." && pwd -P) || exit
exec "$root/lib/node" "$root/lib/bin/deckcast.js" "$@"
