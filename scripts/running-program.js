// A deckcast of this checkout that scripts draw.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const root = new URL('..', import.meta.url);

/** @param {readonly string[]} words @param {string} home */
export function startProgram(words, home) {
  const program = spawn(process.execPath, ['bin/deckcast.js', ...words], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(program, 'exit');
  // Created at once: lines before the first reader would be lost.
  const lines = createInterface({ input: program.stderr })[Symbol.asyncIterator]();
  return {
    lines,
    async stop() {
      program.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * Overlay's address, once logged along with a line with this text.
 * @param {AsyncIterable<string>} lines
 * @param {string} text
 */
export async function addressOf(lines, text) {
  let address = '';
  let isLogged = false;
  for await (const line of lines) {
    address ||= /msg="overlay ready" url=(\S+)/.exec(line)?.[1] ?? '';
    isLogged ||= line.includes(text);
    if (address !== '' && isLogged) {
      return address;
    }
  }
  throw new Error(`the program ended without an address and “${text}”`);
}
