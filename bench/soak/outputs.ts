/** Overlays, chat, receivers of webhooks and OSC, a light program, the live backend, and files. */
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Clock } from '../../src/core/tools.ts';
import type { EventMessage, WireTrack } from '../../src/web/wire/events.ts';
import { CHANNEL, EventSubStandIn } from '../../test/support/chat/event-sub.ts';

const OVERLAYS = 20;
/** Counted apart: a track with a late picture is shown without it. */
const COVERS = 'covers';
const OSC_SONG = '/title';
const ARTNET_PORT = 6454;
/** Safely within Twitch's ten seconds. */
const KEEP_ALIVE_EVERY_MS = 5_000;
const ASK_EVERY_MS = 5 * 60_000;
/** Real time for deliveries after the set. */
const CATCH_UP_MS = 10_000;

export interface Outputs {
  /** Arguments that direct outputs here. */
  readonly args: readonly string[];
  watch(address: string): Promise<void>;
  /** Resolves when the first overlay has the next track. */
  nextTrack(): Promise<void>;
  /** Beats, and frames of timecode, that each output has received. */
  readonly beats: Readonly<Record<string, number>>;
  /** Tracks of each output, once all have `expected` (some without a cover) or time is over. */
  arrived(expected: number): Promise<ReadonlyMap<string, number>>;
  close(): void;
}

export async function openOutputs(folder: string, clock: Clock): Promise<Outputs> {
  const counts = { webhook: 0, OSC: 0, live: 0 };
  const beats = { OSC: 0, OS2L: 0, timecode: 0 };
  const twitch = await EventSubStandIn.open();
  const web = createServer((request, response) => {
    request.resume().on('end', () => {
      counts[request.url === '/webhook' ? 'webhook' : 'live'] += 1;
      response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  const osc = createSocket('udp4', (bytes) => {
    const text = bytes.toString('latin1');
    counts.OSC += text.startsWith(OSC_SONG) ? 1 : 0;
    beats.OSC += text.startsWith('/deckcast/beat') ? 1 : 0;
  });
  osc.bind(0, '127.0.0.1');
  const artnet = createSocket('udp4', () => {
    beats.timecode += 1;
  });
  artnet.bind(ARTNET_PORT, '127.0.0.1');
  const lights = createTcpServer((socket) => {
    socket.setEncoding('latin1').on('data', (text) => {
      beats.OS2L += String(text).split('"beat"').length - 1;
    });
  }).listen(0, '127.0.0.1');
  const servers = [web, osc, artnet, lights];
  await Promise.all(servers.map((opened) => new Promise<void>((done) => opened.once('listening', done))));
  const webUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  const overlays: Overlay[] = [];
  const over = new AbortController();
  void keepTalking(twitch, clock, over.signal);
  const chatted = (): number => twitch.sent.filter(({ to }) => to === undefined).length;

  function count(): ReadonlyMap<string, number> {
    return new Map([
      ['overlays', Math.min(...overlays.map(({ tracks }) => tracks.size))],
      [COVERS, Math.min(...overlays.map(({ covers }) => covers.size))],
      ['history', lines(join(folder, 'history.txt'), /\n/g)],
      ['CUE sheets', tracksInSheets(folder)],
      ['webhook', counts.webhook],
      ['OSC', counts.OSC],
      ['chat', chatted()],
      ['live extension', counts.live],
    ]);
  }

  return {
    beats,
    args: [
      `--outfile.featured=${join(folder, 'now.txt')}`,
      `--outfile.art=${join(folder, 'art.png')}`,
      `--history.filename=${join(folder, 'history.txt')}`,
      `--cue.filename=${join(folder, 'set.cue')}`,
      `--session.filename=${join(folder, 'sessions.db')}`,
      '--osc.host=127.0.0.1',
      `--osc.port=${osc.address().port}`,
      `--osc.address.song=${OSC_SONG}`,
      '--osc.beats=deckcast',
      `--os2l.addr=127.0.0.1:${(lights.address() as AddressInfo).port}`,
      '--artnet.host=127.0.0.1',
      `--webhook.url=${webUrl}/webhook`,
      '--chat.service=twitch',
      `--chat.url=${twitch.url}`,
      `--chat.auth_url=${twitch.url}`,
      `--chat.token=${twitch.token}`,
      `--chat.channel=${CHANNEL.login}`,
      '--chat.command=!track',
      `--live.url=${webUrl}`,
      '--live.api_key=soak',
      `--license.key=${licenseKey()}`,
    ],
    async watch(address) {
      overlays.push(...Array.from({ length: OVERLAYS }, () => new Overlay(address)));
      await Promise.all(overlays.map(({ opened }) => opened));
    },
    nextTrack: () => overlays[0]?.nextTrack() ?? Promise.reject(new Error('no overlay is open')),
    async arrived(expected) {
      for (const until = performance.now() + CATCH_UP_MS; performance.now() < until; ) {
        if ([...count()].every(([output, arrived]) => output === COVERS || arrived >= expected)) {
          break;
        }
        await sleep(10);
      }
      return count();
    },
    close() {
      over.abort();
      for (const overlay of overlays) {
        overlay.close();
      }
      twitch.close();
      web.close().closeAllConnections();
      osc.close();
      artnet.close();
      lights.close();
    },
  };
}

class Overlay {
  readonly opened: Promise<void>;
  /** Keyed by play. */
  readonly tracks = new Set<string>();
  readonly covers = new Set<string>();
  readonly #socket: WebSocket;
  #onTrack: () => void = () => undefined;

  constructor(address: string) {
    this.#socket = new WebSocket(`ws://${address}/api/v1/events`);
    this.opened = new Promise((resolve, reject) => {
      this.#socket.once('open', () => resolve());
      this.#socket.once('error', reject);
    });
    this.#socket.on('message', (data) => {
      const event = JSON.parse(String(data)) as EventMessage;
      if (event.type === 'track') {
        this.#onTrack();
        this.tracks.add(event.track.id);
        void this.#fetchCover(address, event.track);
      }
    });
  }

  nextTrack(): Promise<void> {
    return new Promise((resolve) => {
      this.#onTrack = resolve;
    });
  }

  close(): void {
    this.#socket.terminate();
  }

  async #fetchCover(address: string, { id, art }: WireTrack): Promise<void> {
    const response =
      art === null ? undefined : await fetch(`http://${address}${art.url}`).catch(() => undefined);
    if (response?.ok === true && (await response.arrayBuffer()).byteLength > 0) {
      this.covers.add(id);
    }
  }
}

/** Keep-alives, and viewers' questions about the track. */
async function keepTalking(twitch: EventSubStandIn, clock: Clock, signal: AbortSignal): Promise<void> {
  for (let sinceAsked = 0; !signal.aborted; sinceAsked += KEEP_ALIVE_EVERY_MS) {
    twitch.keepAlive();
    if (sinceAsked >= ASK_EVERY_MS) {
      sinceAsked = 0;
      twitch.postMessage('!track', {}, undefined, new Date(clock.now()));
    }
    await clock.sleep(KEEP_ALIVE_EVERY_MS, signal).catch(() => undefined);
  }
}

function tracksInSheets(folder: string): number {
  const sheets = readdirSync(folder).filter((name) => name.endsWith('.cue'));
  return sheets.reduce((sum, name) => sum + lines(join(folder, name), /^ *TRACK /gm), 0);
}

function lines(path: string, pattern: RegExp): number {
  return existsSync(path) ? (readFileSync(path, 'utf8').match(pattern) ?? []).length : 0;
}

/** Matches a checkout's public key. */
function licenseKey(): string {
  const args = [
    'scripts/license/issue.js',
    '--name=Soak',
    '--email=soak@example.org',
    '--expires=2099-12-31',
  ];
  return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout.trim();
}
