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

/** The device's own JSON object: `{"type":0,"value":0.92}`. */
export type StateJson = Readonly<Record<string, unknown>>;

/** Recordable; as `--source` spells them. */
const SOURCES = ['hwdevice', 'prodjlink'] as const;

export type RecordedSource = (typeof SOURCES)[number];

/** Since the recording's first line; never decreases. */
const t = v.pipe(v.number(), v.finite(), v.minValue(0));
const Port = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535));
const StateValue = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((value) => !Array.isArray(value)),
);

/** Readers reject any other version. */
const Start = v.object({
  event: v.literal('start'),
  t: v.fallback(v.literal(0), 0),
  version: v.literal(1),
  /** Absent in older recordings, which are all of this source. */
  source: v.optional(v.picklist(SOURCES), 'hwdevice'),
  /** Time when `t` was 0, RFC 3339 in UTC. */
  at: v.string(),
});

const device = {
  t,
  /** Token. */
  device: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
};

const DeviceEvent = v.variant('event', [
  /** The device announced itself for the first time, or from a new address or port. */
  v.object({
    ...device,
    event: v.literal('found'),
    name: v.string(),
    /** Model code ("JC11"). */
    software: v.string(),
    softwareVersion: v.string(),
    address: v.string(),
    /** TCP port it announced; 0 if it offers nothing. */
    port: Port,
  }),
  /** Its states follow. Older recordings list services here, sometimes incompletely. */
  v.object({ ...device, event: v.literal('connected') }),
  /** All services that the device offers. Some states may have come before. */
  v.object({
    ...device,
    event: v.literal('services'),
    services: v.array(v.object({ name: v.string(), port: Port })),
  }),
  /** One state value. Null is the device's "no value". */
  v.object({ ...device, event: v.literal('state'), path: v.string(), value: v.nullable(StateValue) }),
  v.object({ ...device, event: v.literal('lost'), reason: v.string() }),
  /** The device said goodbye, or was silent for so long that it counts as gone. */
  v.object({ ...device, event: v.literal('gone') }),
]);

/**
 * Datagram of a player or mixer, except our own. `sources/prodjlink/recorder.ts` keeps only some of those that repeat.
 */
const DatagramEvent = v.object({
  t,
  event: v.literal('datagram'),
  /** Received there. */
  port: Port,
  /** IPv4 address of the sender. */
  address: v.pipe(v.string(), v.ipv4()),
  /** Hexadecimal. */
  bytes: v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{2})*$/)),
});

const Line = v.variant('event', [Start, DeviceEvent, DatagramEvent]);

export type DeviceEvent = v.InferOutput<typeof DeviceEvent>;
export type DatagramEvent = v.InferOutput<typeof DatagramEvent>;
/** Every line but the first. */
export type RecordedEvent = Exclude<RecordingLine, { readonly event: 'start' }>;
export type RecordingLine = v.InferOutput<typeof Line>;

/** Lacks the time. */
export type Untimed<Event> = Event extends unknown ? Omit<Event, 't'> : never;

/** Without its line break. */
export function writeRecordingLine(line: RecordingLine): string {
  return JSON.stringify(line);
}

/** Undefined for text that is no line of a recording (an unknown event, half a line). */
export function readRecordingLine(text: string): RecordingLine | undefined {
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), Line), text);
  return success ? output : undefined;
}
