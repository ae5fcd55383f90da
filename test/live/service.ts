/** Real backend as a child process, with stand-ins behind it. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { buildService } from '../../scripts/live/build-service.js';
import { afterTest, type Later } from '../support/clean-up.ts';
import { ROOT } from '../support/files.ts';
import { type HttpPeer, httpPeer } from '../support/http-peer.ts';
import { type ProgramOptions, type StartedProgram, startProgram } from '../support/program.ts';
import { EXTENSION, OAUTH_CLIENT, TwitchExtension } from '../support/services/twitch-extension.ts';

/** Finds the packages; unseen by tests that look for sources. */
const BUILT = join(ROOT, 'node_modules', `.live-service-${process.pid}`);

/** Call it once in a file. */
export function buildServiceForTests(): void {
  beforeAll(() => buildService(pathToFileURL(BUILT)));
  afterAll(() => rm(BUILT, { recursive: true, force: true }));
}

export interface Twitch {
  readonly twitch: TwitchExtension;
  readonly peer: HttpPeer;
}

export async function startTwitch(later: Later = afterTest): Promise<Twitch> {
  const twitch = new TwitchExtension();
  return { twitch, peer: await httpPeer(twitch.behavior, { later }) };
}

export interface LiveService {
  readonly program: StartedProgram;
  readonly url: string;
  metrics(): Promise<string>;
}

/** Ends with the test, or as `later` says. */
export async function startService(
  { peer }: Twitch,
  flags: readonly string[] = [],
  { later = afterTest, ...options }: ProgramOptions & { readonly later?: Later } = {},
): Promise<LiveService> {
  const args = [
    '--http.addr=127.0.0.1:0',
    '--metrics.addr=127.0.0.1:0',
    `--live.auth_url=${peer.url}`,
    `--broadcast.url=${peer.url}`,
    `--live.client_id=${OAUTH_CLIENT}`,
    `--extension.client_id=${EXTENSION.clientId}`,
    `--extension.owner_id=${EXTENSION.ownerId}`,
    '--log.level=debug',
    ...flags,
  ];
  const program = await startProgram(args, {
    script: join(BUILT, 'main.js'),
    ...options,
    env: { DECKCAST_EXTENSION_SECRET: EXTENSION.secret, ...options.env },
  });
  later(() => program.stop());
  const urlIn = (line: string): string => /url="?(http:[^"\s]+[^/"\s])\/?"?/.exec(line)?.[1] ?? '';
  const numbers = urlIn(await program.waitForLine('metrics ready'));
  return {
    program,
    url: urlIn(await program.waitForLine('live service ready')),
    metrics: async () => {
      const answer = await fetch(numbers);
      if (!answer.ok) {
        throw new Error(`/metrics answered ${answer.status}`);
      }
      return answer.text();
    },
  };
}

/** Each DJ has an address, as behind a proxy: the service limits sign-ins from one. */
export async function keyFor({ url }: LiveService, { twitch }: Twitch, channel: string): Promise<string> {
  const answer = await fetch(`${url}/v1/api-keys`, {
    method: 'POST',
    headers: {
      authorization: `OAuth ${twitch.tokenFor(channel)}`,
      'x-forwarded-for': `2001:db8:${channel}::1`,
    },
  });
  if (answer.status !== 201) {
    throw new Error(`no key: ${answer.status} ${await answer.text()}`);
  }
  const { api_key } = (await answer.json()) as { readonly api_key: string };
  return api_key;
}

export function postTrack({ url }: LiveService, key: string, track: unknown): Promise<Response> {
  return fetch(`${url}/v1/tracks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: typeof track === 'string' ? track : JSON.stringify(track),
  });
}
