/**
 * Reads a set from a file: one JSON object a line, or a recording of real devices. Total: any text gives a set, or
 * all of its problems with their lines. `README.md` describes the format for people.
 */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { messageOf, type Problem, UsageError } from '../core/errors.ts';
import { type DeviceSpec, type DeviceWish, decksOf, deviceSpecs } from './device-spec.ts';
import { isRecording, setOfRecording } from './recording-set.ts';
import { actionLine, atLeast, deviceIn, type KnownNames, name, seconds, wholeNumber } from './script.ts';
import type { DeckRef, SimulatedSet, SimulatedTrack, TimelineEntry } from './set.ts';

/** @throws UsageError with every problem and its line; also when the file cannot be read */
export async function loadSet(path: string): Promise<SimulatedSet> {
  let content: string;
  try {
    content = await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError([{ where: path, what: messageOf(error) }]);
  }
  const parsed = parseSet(content, path);
  if (!parsed.ok) {
    throw new UsageError(parsed.problems, 'the set cannot be read');
  }
  return parsed.set;
}

export type ParsedSet =
  | { readonly ok: true; readonly set: SimulatedSet }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** The key that says what a line is; a line of the time line may hold `device` and `track` too. */
const KINDS = ['do', 'set', 'device', 'track'] as const;
type Kind = (typeof KINDS)[number];

interface Line {
  readonly number: number;
  readonly kind: Kind;
  readonly value: Readonly<Record<string, unknown>>;
}

type Complain = (line: number, field: string, what: string) => void;

/** `file` is what problems call the text. Empty lines and lines that begin with `#` are passed over. */
export function parseSet(content: string, file: string): ParsedSet {
  if (isRecording(content)) {
    const set = setOfRecording(content, file);
    return set.devices.length > 0
      ? { ok: true, set }
      : { ok: false, problems: [{ where: file, what: 'this recording holds no device' }] };
  }
  const problems: Problem[] = [];
  const complain: Complain = (line, field, what) => {
    problems.push({ where: field === '' ? `${file}:${line}` : `${file}:${line}: ${field}`, what });
  };
  const lines = readLines(content, complain);
  const read = <Schema extends v.GenericSchema>(kind: Kind, schema: Schema) =>
    lines
      .filter((line) => line.kind === kind)
      .flatMap(({ number, value }): v.InferOutput<Schema>[] => {
        const result = v.safeParse(schema, value);
        for (const issue of result.issues ?? []) {
          complain(number, v.getDotPath(issue) ?? '', problemOf(issue));
        }
        return result.success ? [result.output] : [];
      });

  const [{ set: called = file, ...header } = { waitForClient: false }] = read('set', SET_LINE);
  const wishes = read('device', DEVICE_LINE).map(wishOf);
  // A set that names no device plays on one all-in-one.
  const devices = deviceSpecs(wishes.length > 0 ? wishes : [{ id: 'prime4', software: 'JC11' }]);
  const tracks = read('track', trackLine({ devices: new Set(devices.map(({ id }) => id)) })).map(trackOf);
  const timeline = read('do', actionLine(knownIn(devices, tracks))).map(
    ({ at, ...action }): TimelineEntry => ({ at, action }),
  );
  refuseTwice(lines, complain);
  return problems.length > 0
    ? { ok: false, problems }
    : {
        ok: true,
        set: {
          ...header,
          name: called,
          devices,
          tracks,
          timeline: timeline.sort((one, other) => one.at - other.at),
        },
      };
}

const SET_LINE = v.strictObject({
  set: name,
  waitForClient: v.optional(v.boolean('true or false'), false),
  repeatAfter: v.exactOptional(seconds),
});

/** `"left/2"`: the second deck of the device `left`. */
const fullDeckName = v.pipe(
  v.string('a deck such as "left/2"'),
  v.regex(/^.+\/[1-4]$/, 'a deck such as "left/2"'),
  v.transform((written): DeckRef => ({ device: written.slice(0, -2), deck: Number(written.slice(-1)) })),
);

const hexToken = '32 hexadecimal digits in lower case';

const DEVICE_LINE = v.strictObject({
  device: name,
  software: v.optional(name, 'JC11'),
  version: v.optional(name),
  name: v.optional(name),
  token: v.optional(v.pipe(v.string(hexToken), v.regex(/^[0-9a-f]{32}$/, hexToken))),
  decks: v.optional(wholeNumber(0, 4)),
  player: v.optional(wholeNumber(1, 4)),
  blank: v.optional(v.boolean('true or false')),
  mixer: v.optional(v.boolean('true or false')),
  levels: v.optional(v.picklist(['driven', 'stuck', 'absent'], 'one of driven, stuck, absent')),
  channels: v.optional(
    v.pipe(v.array(fullDeckName, 'a list of decks'), v.maxLength(4, 'at most four decks')),
  ),
  chunkSize: v.optional(wholeNumber(1, 1_048_576)),
  /** Path on the device → path on this computer. */
  files: v.optional(v.record(v.string(), name, 'an object of paths')),
});

/** `devices`: the set's, one of which may hold the medium. */
function trackLine(devices: Pick<KnownNames, 'devices'>) {
  const text = v.optional(v.string('a text'), '');
  return v.strictObject({
    track: name,
    artist: text,
    title: text,
    genre: text,
    seconds: v.optional(seconds, 300),
    bpm: v.optional(atLeast(0, 'beats a minute, 0 or more'), 120),
    key: text,
    path: v.optional(name),
    on: v.exactOptional(deviceIn(devices)),
    loadSeconds: v.optional(seconds, 0.08),
  });
}

function readLines(content: string, complain: Complain): Line[] {
  return content.split('\n').flatMap((text, index): Line[] => {
    if (/^\s*(#|$)/.test(text)) {
      return [];
    }
    const number = index + 1;
    try {
      const object = v.safeParse(v.record(v.string(), v.unknown()), JSON.parse(text));
      const kind = KINDS.find((key) => object.success && key in object.output);
      if (object.success && kind !== undefined) {
        return [{ number, kind, value: object.output }];
      }
      complain(number, '', 'a line is a JSON object with one of the keys set, device, track, do');
    } catch (error) {
      complain(number, '', `this is not JSON: ${messageOf(error)}`);
    }
    return [];
  });
}

/** Nothing is named by two lines. */
function refuseTwice(lines: readonly Line[], complain: Complain): void {
  const named = new Set<string>();
  for (const { number, kind, value } of lines) {
    const called = JSON.stringify(value[kind]);
    if ((kind === 'device' || kind === 'track') && named.has(`${kind} ${called}`)) {
      complain(number, kind, `there is another ${kind} ${called}`);
    }
    named.add(`${kind} ${called}`);
  }
}

function problemOf(issue: v.BaseIssue<unknown>): string {
  if (issue.expected === 'never') {
    return 'this key has no meaning here';
  }
  // The only issue without a message of ours is a key that has to be there.
  return issue.received === 'undefined' ? 'it is missing' : `expected ${issue.message}`;
}

function wishOf({ device, files = {}, ...rest }: v.InferOutput<typeof DEVICE_LINE>): DeviceWish {
  return {
    id: device,
    ...rest,
    files: Object.entries(files).map(([path, disk]) => ({ path, content: { disk } })),
  };
}

function trackOf({ track, path, ...rest }: v.InferOutput<ReturnType<typeof trackLine>>): SimulatedTrack {
  return { id: track, ...rest, path: path ?? `SIM (USB 1)/Engine Library/Music/${track}.mp3` };
}

function knownIn(devices: readonly DeviceSpec[], tracks: readonly SimulatedTrack[]): KnownNames {
  const all = devices.flatMap(({ id, decks }) => decksOf(id, decks));
  const only = devices.filter(({ decks }) => decks > 0).length === 1;
  return {
    tracks: new Set(tracks.map(({ id }) => id)),
    devices: new Set(devices.map(({ id }) => id)),
    deck: (written) =>
      all.find(({ device, deck }) =>
        typeof written === 'number' ? only && deck === written : `${device}/${deck}` === written,
      ),
  };
}
