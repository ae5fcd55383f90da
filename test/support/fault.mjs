// Loaded before a program, as a library that forgets a promise: SIGUSR2 makes it be rejected where nobody can catch it.
process.on('SIGUSR2', () => {
  void Promise.reject(new Error('a promise that a library forgot'));
});
