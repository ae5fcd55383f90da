/**
 * Input of a source during a run, as JSON lines: a bug report that can be replayed. `sources/shared/recording-file.ts` writes
 * it, the simulator replays it. It contains no token and no settings of ours.
 *
 * {"t":0,"event":"start","version":1,"source":"hwdevice","at":"2026-05-01T20:00:00.000Z"}
 * {"t":812,"device":"828b…","event":"found","name":"prime4","software":"JC11","softwareVersion":"4.3.0","address":"192.168.1.20","port":35043}
 * {"t":1950,"device":"828b…","event":"connected"}
 * {"t":1951,"device":"828b…","event":"services","services":[{"name":"StateMap","port":41137}]}
 * {"t":1986,"device":"828b…","event":"state","path":"/Engine/Deck1/Play","value":{"state":false,"type":1}}
 * {"t":90210,"device":"828b…","event":"lost","reason":"silent"}
 *
 * {"t":0,"event":"start","version":1,"source":"prodjlink","at":"2026-05-01T20:00:00.000Z"}
 * {"t":312,"event":"datagram","port":50000,"address":"169.254.20.11","bytes":"5173707431576d4a4f4c0600…"}
 */
import * as v from 'valibot';

/** JSON object of the device: `{"type":0,"value":0.92}`. */
export type StateJson = Readonly<Record<string, unknown>>;

/** Spelled as in `--source`. */
const SOURCES = ['hwdevice', 'prodjlink'] as const;

export type RecordedSource = (typeof SOURCES)[number];

/** Milliseconds since the first line; never decreases. */
const t = v.pipe(v.number(), v.finite(), v.minValue(0));
const Port = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535));
const StateValue = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((value) => !Array.isArray(value)),
);

const Start = v.object({
  event: v.literal('start'),
  t: v.fallback(v.literal(0), 0),
  version: v.literal(1),
  /** Older recordings lack it. */
  source: v.optional(v.picklist(SOURCES), 'hwdevice'),
  /** Time of `t` 0, RFC 3339 in UTC. */
  at: v.string(),
});

const device = {
  t,
  /** Token. */
  device: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
};

const DeviceEvent = v.variant('event', [
  /** First announcement, or the first from a new address or port. */
  v.object({
    ...device,
    event: v.literal('found'),
    name: v.string(),
    /** Model code ("JC11"). */
    software: v.string(),
    softwareVersion: v.string(),
    address: v.string(),
    /** Announced TCP port; 0 without services. */
    port: Port,
  }),
  /** States follow. Older recordings list services here, sometimes incompletely. */
  v.object({ ...device, event: v.literal('connected') }),
  /** Complete list of services. Some states may have come before. */
  v.object({
    ...device,
    event: v.literal('services'),
    services: v.array(v.object({ name: v.string(), port: Port })),
  }),
  /** Null: the device has no value. */
  v.object({ ...device, event: v.literal('state'), path: v.string(), value: v.nullable(StateValue) }),
  v.object({ ...device, event: v.literal('lost'), reason: v.string() }),
  /** Said goodbye, or was silent for too long. */
  v.object({ ...device, event: v.literal('gone') }),
]);

/** Datagram of a player or mixer. `sources/prodjlink/recorder.ts` keeps only some of those that repeat. */
const DatagramEvent = v.object({
  t,
  event: v.literal('datagram'),
  /** Receiving port. */
  port: Port,
  /** IPv4 address of the sender. */
  address: v.pipe(v.string(), v.ipv4()),
  /** Hexadecimal. */
  bytes: v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{2})*$/)),
});

const Line = v.variant('event', [Start, DeviceEvent, DatagramEvent]);

export type DeviceEvent = v.InferOutput<typeof DeviceEvent>;
export type DatagramEvent = v.InferOutput<typeof DatagramEvent>;
export type RecordedEvent = Exclude<RecordingLine, { readonly event: 'start' }>;
export type RecordingLine = v.InferOutput<typeof Line>;

export type Untimed<Event> = Event extends unknown ? Omit<Event, 't'> : never;

export function writeRecordingLine(line: RecordingLine): string {
  return JSON.stringify(line);
}

/** Undefined for text other than a line of a recording. */
export function readRecordingLine(text: string): RecordingLine | undefined {
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), Line), text);
  return success ? output : undefined;
}
