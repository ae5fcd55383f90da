import type { IncomingMessage } from 'node:http';
import type { Clock } from '../core/tools.ts';
import { pause } from '../core/waiting.ts';
import { BeatFeed } from './beat.ts';
import type { EventBroadcaster } from './broadcast.ts';
import { decksFeed } from './decks.ts';
import type { Feed } from './feed.ts';
import { hearFeed, takeSound } from './hear.ts';
import { midiFeed, takeMidi } from './midi.ts';
import type { Denial } from './operator/access.ts';
import { OperatorFeed } from './operator/feed.ts';
import type { PhoneAccess } from './operator/phone.ts';
import type { ServerDeps } from './server-deps.ts';
import type { SocketRoute } from './sockets.ts';
import type { DecksMessage } from './wire/decks.ts';
import type { HealthMessage } from './wire/health.ts';
import type { HearMessage } from './wire/hear.ts';
import type { MidiStateMessage } from './wire/midi.ts';

const PING_EVERY_MS = 15_000;

export interface Feeds {
  readonly decks: Feed<DecksMessage>;
  readonly room: Feed<HearMessage>;
  readonly midi: Feed<MidiStateMessage>;
  readonly sockets: readonly SocketRoute[];
  run(signal: AbortSignal): Promise<void>;
}

export function createFeeds(
  clock: Clock,
  {
    audience,
    control,
    beats,
    hearing,
    midi,
  }: Pick<ServerDeps, 'audience' | 'control' | 'beats' | 'hearing' | 'midi'>,
  health: () => HealthMessage,
  phones: PhoneAccess,
  operatorsOnly: (request: IncomingMessage) => Denial | undefined,
): Feeds {
  const operator = new OperatorFeed(clock, control, health, phones);
  const beat = new BeatFeed(clock, beats);
  const decks = decksFeed(clock, () => control.decks());
  const room = hearFeed(clock, hearing, () => control.audible());
  const faders = midiFeed(clock, midi);
  return {
    decks,
    room,
    midi: faders,
    sockets: [
      {
        path: '/ws',
        accept: (page, request) =>
          audience.records.add(page, audience.recordGreeting, noteViewer(request, audience)),
      },
      {
        path: '/api/v1/events',
        accept: (page, request) =>
          audience.events.add(page, audience.eventGreeting(), noteViewer(request, audience)),
      },
      { path: '/api/v1/decks', accept: (page) => decks.add(page) },
      { path: '/api/v1/beat', accept: (page) => beat.add(page) },
      {
        path: '/api/v1/hear',
        refuse: operatorsOnly,
        accept(page) {
          room.add(page);
          takeSound(page, hearing);
        },
      },
      {
        path: '/api/v1/midi',
        refuse: operatorsOnly,
        accept(page) {
          faders.add(page);
          takeMidi(page, clock, midi);
        },
      },
      { path: '/api/v1/operator', refuse: operatorsOnly, accept: (page) => operator.add(page) },
    ],
    async run(signal) {
      await Promise.all([
        pingUntil(signal, audience, clock),
        operator.run(signal),
        decks.run(signal),
        beat.run(signal),
        room.run(signal),
        faders.run(signal),
      ]);
    },
  };
}

/** Returns what the end of the connection calls. Our own pages, which OBS may show as docks, add `?page` to the address. */
function noteViewer(
  { headers, url = '' }: IncomingMessage,
  { obs, ownPages }: Pick<EventBroadcaster, 'obs' | 'ownPages'>,
): (() => void) | undefined {
  if (url.endsWith('?page')) {
    ownPages.count += 1;
    return () => {
      ownPages.count -= 1;
    };
  }
  if (!/\bOBS\//.test(headers['user-agent'] ?? '')) {
    return undefined;
  }
  obs.came();
  return () => obs.left();
}

async function pingUntil(signal: AbortSignal, audience: EventBroadcaster, clock: Clock): Promise<void> {
  while (!signal.aborted) {
    await pause(clock, PING_EVERY_MS, signal);
    audience.ping();
  }
}
