// Preloaded into a program: SIGUSR2 causes an unhandled rejection, as a library with a forgotten promise would.
process.on('SIGUSR2', () => {
  void Promise.reject(new Error('a promise that a library forgot'));
});
