// Keeps a core busy.
console.log('listening');
setTimeout(() => {
  for (;;) {
    // Nothing else runs here.
  }
}, 100);
