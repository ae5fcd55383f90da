/** The real executable during a show: tracks are posted to it, and its publications are recorded. */
import { join } from 'node:path';
import { WebSocket } from 'ws';
import type { HealthMessage } from '../../src/web/wire/health.ts';
import { localPage } from './local-page.ts';
import { type ProgramOptions, type StartedProgram, startProgram } from './program.ts';
import { waitFor } from './wait.ts';

/** Starts a show. Stop its program in every exit path of the test. */
export async function startShow(args: readonly string[], options: ProgramOptions = {}) {
  const program = await startProgram(['start', '--source=http', '--http.addr=127.0.0.1:0', ...args], options);
  try {
    const said = await program.waitForLine('overlay ready');
    // Logged after the program decided which set continues.
    await program.waitForLine('waiting for tracks');
    return await showAt(said, program);
  } catch (error) {
    await program.stop();
    throw error;
  }
}

export type Show = Awaited<ReturnType<typeof showAt>>;

/** Connects to a program that printed its overlay address. */
export async function showAt(said: string, program: StartedProgram) {
  const url = /url="?(http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1] ?? '';
  const messages: string[] = [];
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
  socket.on('message', (data) => messages.push(String(data)));
  // The socket breaks when the program ends, which is no failure.
  socket.on('error', () => undefined);
  await waitFor('the socket to open', () => (socket.readyState === WebSocket.OPEN ? true : undefined));

  const sinks = async () => {
    const response = await fetch(`${url}/api/v1/health`);
    // The type defines the shape; anything else fails the test.
    return ((await response.json()) as HealthMessage).sinks;
  };
  let page: ReturnType<typeof localPage> | undefined;
  return {
    program,
    /** `http://127.0.0.1:<port>`. */
    url,
    /** Messages of `/ws` in order. */
    messages,
    /** Headers of a page that may configure. */
    page: () => {
      page ??= localPage(url);
      return page;
    },
    /** Path of a file in the program's folder. */
    file: (name: string): string => join(program.folder, name),
    async post(path: string, body: object = {}): Promise<void> {
      const response = await fetch(`${url}/api/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) {
        throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
      }
    },
    sinks,
    /** Resolves when every sink has delivered everything. */
    quiet: () =>
      waitFor(
        'every sink to be quiet',
        async () => ((await sinks()).every(({ queued }) => queued === 0) ? true : undefined),
        () => program.evidence,
      ),
  };
}
