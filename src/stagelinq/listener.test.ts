import { createSocket } from 'node:dgram';
import { afterEach, expect, test } from 'vitest';
import { MessageChannel } from './channel.ts';
import { dial } from './dial.ts';
import { measureFrames } from './framing.ts';
import { type DirectoryMessage, directoryCodec, measureDirectory } from './messages/directory.ts';
import { type Announcement, announcementCodec } from './messages/discovery.ts';
import { type StateMessage, stateCodec } from './messages/state-map.ts';
import { eventually } from './testing/eventually.ts';
import { WatchedNetwork } from './testing/network.ts';
import { freeUdpPort, sendDatagram, stopped } from './testing/peer.ts';
import { DEFAULT_TOKEN, listenerToken } from './token.ts';

const MIXER = '0000000000000000800000059504141c';
const FADER = '/Mixer/CH1faderPosition';

const cleanUp: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) {
    await clean();
  }
});

test('a mixer connects to us, we subscribe, and its faders arrive', async () => {
  const { watched, invitation, announce } = await setUp();
  await announce('JM08');
  await eventually(() => watched.count('ignored') === 1, 'the mixer is known');
  const mixer = await callUs(invitation.port);
  mixer.request();
  await eventually(() => mixer.offers().length > 0, 'we offer something');
  expect(mixer.heard[0]).toEqual({ kind: 'request', token: invitation.token });
  expect(mixer.offers().map(({ service }) => service)).toEqual(['StateMap']);
  const states = await mixer.openStates();
  await eventually(() => states.subscriptions().includes(FADER), 'we subscribe');
  states.send(FADER, '{"type":0,"value":0.75}');
  await eventually(() => watched.count('state') === 1, 'the fader arrives');
  mixer.main.close(stopped);
  await eventually(() => watched.count('lost') === 1, 'the mixer is lost');
  expect(watched.events).toEqual([
    'ignored mixer: mixer',
    'connected mixer',
    `state mixer ${FADER} 0.75`,
    'lost mixer: closed',
  ]);
});

test('one that calls before it was heard is made an offer later', async () => {
  const { watched, invitation, announce } = await setUp();
  const mixer = await callUs(invitation.port);
  mixer.request();
  await eventually(() => mixer.heard.length === 1, 'we answer');
  await announce('JM08');
  await eventually(() => watched.count('ignored') === 1, 'the mixer is known');
  mixer.sendReference();
  await eventually(() => mixer.offers().length === 1, 'we offer something');
  expect(mixer.heard.filter(({ kind }) => kind === 'reference')).toHaveLength(1);
});

test('other software that calls is answered, and offered nothing', async () => {
  const { watched, invitation, announce } = await setUp();
  await announce('OfflineAnalyzer');
  await eventually(() => watched.count('ignored') === 1, 'the software is known');
  const caller = await callUs(invitation.port);
  caller.request();
  caller.sendReference();
  await eventually(() => caller.heard.length === 2, 'we answer');
  expect(caller.heard.map(({ kind }) => kind)).toEqual(['request', 'reference']);
});

test('junk on our port closes that connection and nothing else', async () => {
  const { watched, invitation } = await setUp();
  const caller = await callUs(invitation.port);
  caller.main.send(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
  expect((await caller.main.ended).code).toBe('closed');
  const next = await callUs(invitation.port);
  next.request();
  await eventually(() => next.heard.length === 1, 'the next caller is answered');
  expect(watched.events).toEqual([]);
});

test('a mixer that falls silent is lost', async () => {
  const { watched, invitation, announce } = await setUp({ quietSilenceMs: 150 });
  await announce('JM10');
  await eventually(() => watched.count('ignored') === 1, 'the mixer is known');
  const mixer = await callUs(invitation.port);
  mixer.request();
  await eventually(() => mixer.offers().length > 0, 'we offer something');
  await mixer.openStates();
  await eventually(() => watched.count('lost') === 1, 'the mixer is lost');
  expect(watched.events.at(-1)).toBe('lost mixer: silent');
});

async function setUp(timeouts: { readonly quietSilenceMs?: number } = {}) {
  const udpPort = await freeUdpPort();
  const announcements: Announcement[] = [];
  const listener = createSocket({ type: 'udp4', reuseAddr: true });
  listener.on('message', (bytes) => announcements.push(announcementCodec.decode(bytes)));
  await new Promise<void>((resolve) => listener.bind(udpPort, '0.0.0.0', resolve));
  const watched = new WatchedNetwork(udpPort, { listen: true, timeouts });
  cleanUp.push(
    () => {
      listener.close();
    },
    () => watched.stop(),
  );
  await eventually(() => announcements.length >= 2, 'both our announcements');
  const invitation = announcements.find(({ port }) => port !== 0);
  expect(announcements.map(({ token }) => token)).toContain(DEFAULT_TOKEN);
  expect(invitation?.token).toBe(listenerToken(DEFAULT_TOKEN));
  if (invitation === undefined) {
    throw new Error('no invitation');
  }
  const names = { token: MIXER, source: 'mixer', action: 'howdy', version: '1.00', port: 50010 } as const;
  const announce = (software: string) =>
    sendDatagram(udpPort, announcementCodec.encode({ ...names, software }));
  return { watched, invitation, announce };
}

/** A mixer's side of the connections. */
async function callUs(port: number) {
  const main = await openChannel(port);
  const heard: DirectoryMessage[] = [];
  main.receive((bytes, start, end) => heard.push(directoryCodec.decode(bytes.subarray(start, end))));
  const offers = () => heard.filter((message) => message.kind === 'service');
  return {
    main,
    heard,
    offers,
    request: () => main.send(directoryCodec.encode({ kind: 'request', token: MIXER })),
    sendReference: () =>
      main.send(
        directoryCodec.encode({ kind: 'reference', origin: MIXER, responder: '0'.repeat(32), clock: 7n }),
      ),
    openStates: async () => {
      const channel = await openChannel(offers()[0]?.port ?? 0, true);
      const messages: StateMessage[] = [];
      channel.receive((bytes, start, end) => messages.push(stateCodec.decode(bytes.subarray(start, end))));
      channel.send(directoryCodec.encode({ kind: 'service', token: MIXER, service: 'StateMap', port: 1 }));
      return {
        subscriptions: () => messages.map((message) => 'path' in message && message.path),
        send: (path: string, json: string) => channel.send(stateCodec.encode({ kind: 'value', path, json })),
      };
    },
  };
}

async function openChannel(port: number, frames = false): Promise<MessageChannel> {
  const target = { address: '127.0.0.1', port, timeoutMs: 5000 };
  const socket = await dial(target, new AbortController().signal);
  const channel = new MessageChannel(socket, {
    measure: frames ? measureFrames() : measureDirectory,
    unsentBytes: 1e6,
  });
  cleanUp.push(() => channel.close(stopped));
  return channel;
}
