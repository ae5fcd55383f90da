import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  ensureBrowserSource,
  listScenes,
  reloadBrowserSource,
} from '../../../src/clients/obs/browser-source.ts';
import { withObs } from '../../../src/clients/obs/session.ts';
import { readChat } from '../../../src/clients/twitch/chat-reader.ts';
import { UpstreamError } from '../../../src/core/errors.ts';
import { Secret } from '../../../src/core/option.ts';
import { systemClock } from '../../../src/host/clock.ts';
import { acceptedLater, type FuzzTarget, hold, seedsOf } from '../target.ts';

interface Speaker {
  readonly url: string;
  talk: (socket: WebSocket) => void;
  close(): void;
}

async function openSpeaker(): Promise<Speaker> {
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    handleProtocols: (offered) => [...offered][0] ?? false,
  });
  await once(server, 'listening');
  const address = server.address();
  const speaker: Speaker = {
    url: `ws://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    talk: () => undefined,
    close: () => server.close(),
  };
  server.on('connection', (socket) => {
    socket.on('error', () => undefined);
    speaker.talk(socket);
  });
  return speaker;
}

const linesOf = (bytes: Buffer): string[] => bytes.toString().split('\n').slice(0, 20);

const sub = (type: string, payload: object, id = type) =>
  JSON.stringify({
    metadata: { message_id: id, message_type: type, message_timestamp: new Date().toISOString() },
    payload,
  });
const WELCOME = sub('session_welcome', {
  session: { id: 'a', keepalive_timeout_seconds: 10, reconnect_url: null },
});
const CHAT = {
  event: {
    broadcaster_user_id: '99',
    chatter_user_id: '1234',
    message_id: 'm1',
    message: { text: '!track 雪' },
    source_broadcaster_user_id: null,
  },
};
const MOVE = sub('session_reconnect', { session: { id: 'a', reconnect_url: 'ws://127.0.0.1/ws' } });

/** A message per line. Reconnect addresses point here. */
export function eventSub(): FuzzTarget {
  const opening = openSpeaker();
  const account = {
    identify: async () => ({ userId: '7', broadcasterId: '99' }),
    call: async () => ({ status: 200, headers: new Headers(), body: Buffer.alloc(0) }) as never,
  };
  return {
    seeds: seedsOf([
      [WELCOME, sub('session_keepalive', {}), sub('notification', CHAT)].join('\n'),
      [WELCOME, MOVE, WELCOME, sub('notification', CHAT, 'b')].join('\n'),
      [WELCOME, sub('revocation', { subscription: { status: 'authorization_revoked' } })].join('\n'),
      sub('notification', CHAT),
    ]),
    words: [
      'null',
      '-1',
      '1e999',
      '{}',
      '[]',
      '"payload":',
      'session_welcome',
      'session_reconnect',
      'wss://',
    ],
    async run(bytes) {
      const speaker = await opening;
      let lines = linesOf(bytes).map((line) => movedTo(speaker.url, line));
      speaker.talk = (socket) => {
        for (const line of lines) {
          socket.send(line);
        }
        lines = [];
        socket.close();
      };
      const said: unknown[] = [];
      const stop = new AbortController();
      await acceptedLater(UpstreamError, () =>
        readChat(
          {
            account,
            url: speaker.url.replace('ws', 'http'),
            userAgent: 'deckcast/0',
            clock: systemClock,
            onReading: () => undefined,
            onMessage: ({ id, text }) => said.push(id, text),
          },
          stop.signal,
        ),
      );
      hold(
        said.every((part) => typeof part === 'string'),
        'a chat message without a text',
      );
    },
    close: async () => (await opening).close(),
  };
}

function movedTo(url: string, line: string): string {
  try {
    return JSON.stringify(JSON.parse(line), (key, value: unknown) =>
      key === 'reconnect_url' && typeof value === 'string' && URL.canParse(value) ? url : value,
    );
  } catch {
    return line;
  }
}

const PASSWORD = 'correct horse';
const obsMessage = (op: number, d: object) => JSON.stringify({ op, d });
const HELLO = obsMessage(0, {
  obsWebSocketVersion: '5.5.2',
  rpcVersion: 1,
  authentication: { challenge: 'Y2hhbGxlbmdl', salt: 'c2FsdA==' },
});
const IDENTIFIED = obsMessage(2, { negotiatedRpcVersion: 1 });
const answer = (responseData: object, requestStatus: object = { result: true, code: 100 }) =>
  obsMessage(7, { requestType: 'Any', requestId: 'ID', requestStatus, responseData });
const INPUTS = answer({
  inputs: [{ inputName: 'deckcast', inputKind: 'b', unversionedInputKind: 'browser_source' }],
});
const NO_INPUTS = answer({ inputs: [] });
const SCENE = answer({ currentProgramSceneName: 'Main', sceneName: 'Main' });
const SOURCE = {
  name: 'deckcast',
  url: 'http://127.0.0.1:9090/',
  ...{ width: 800, height: 160, margin: 5, fillsCanvas: false },
};

/** Event loop turns for a client's answer. */
const TURNS = 10;

/** The first byte chooses the request; further lines answer messages, with ID for the request's number. */
export function obs(): FuzzTarget {
  const opening = openSpeaker();
  return {
    seeds: seedsOf([
      `0${[HELLO, IDENTIFIED, answer({ scenes: [{ sceneName: 'Main', sceneIndex: 0 }] }), SCENE].join('\n')}`,
      `1${[HELLO, IDENTIFIED, INPUTS, answer({}), answer({})].join('\n')}`,
      `1${[HELLO, IDENTIFIED, NO_INPUTS, SCENE, answer({ sceneItemId: 3 }), answer({ baseHeight: 1080 }), answer({})].join('\n')}`,
      `2${[HELLO, IDENTIFIED, answer({}, { result: false, code: 604, comment: 'no' })].join('\n')}`,
    ]),
    words: ['ID', 'null', '-1', '1e999', '{}', '[]', '"op":', '"d":', 'requestStatus'],
    async run(bytes) {
      const speaker = await opening;
      const lines = linesOf(bytes.subarray(1));
      speaker.talk = (socket) => void converse(socket, lines);
      const uses = [listScenes, ensureBrowserSource, reloadBrowserSource];
      const use = uses[(bytes[0] ?? 0) % uses.length];
      const stop = new AbortController();
      try {
        await withObs(
          { url: speaker.url, password: new Secret(PASSWORD) },
          { clock: systemClock },
          stop.signal,
          async (session) => {
            if (use === listScenes) {
              const scenes = await listScenes(session);
              hold(
                scenes.every((scene) => typeof scene === 'string'),
                'a scene without a name',
              );
            } else if (use === ensureBrowserSource) {
              await ensureBrowserSource(session, SOURCE);
            } else {
              await reloadBrowserSource(session, SOURCE.name, async (url) => url);
            }
          },
        );
      } catch (error) {
        if (!(error instanceof UpstreamError)) {
          throw error;
        }
        hold(!error.message.includes(PASSWORD), 'an error tells the password');
      }
    },
    close: async () => (await opening).close(),
  };
}

/** Sends a line first and after each message. Closes at the end, or at a client's silence. */
async function converse(socket: WebSocket, lines: readonly string[]): Promise<void> {
  let received = 0;
  let id = '';
  socket.on('message', (data) => {
    received += 1;
    id = JSON.parse(String(data)).d?.requestId ?? '';
  });
  for (const [number, line] of lines.entries()) {
    for (let turn = 0; received < number && turn < TURNS; turn += 1) {
      socket.ping();
      await once(socket, 'pong');
      await setImmediate();
    }
    if (received < number) {
      break;
    }
    socket.send(line.replaceAll('ID', id));
  }
  socket.close();
}
