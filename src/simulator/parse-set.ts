/**
 * Reads a set file: one JSON object a line. Total: any text gives a set, or all of its problems with their lines.
 * `README.md` describes the format for people.
 */
import * as v from 'valibot';
import { messageOf, type Problem } from '../core/errors.ts';
import { type DeviceWish, deviceSpecs } from './device-spec.ts';
import type { DeckRef, DeviceSpec, SimulatedSet, SimulatedTrack, TimelineEntry } from './set.ts';
import { DEVICE_LINE, entryLine, type KnownNames, SET_LINE, trackLine } from './set-lines.ts';

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

/** `file` is what problems call the text. Empty lines and lines that begin with `#` are passed over. */
export function parseSet(content: string, file: string): ParsedSet {
  const problems: Problem[] = [];
  const complain = (line: number, field: string, what: string): void => {
    problems.push({ where: field === '' ? `${file}:${line}` : `${file}:${line}: ${field}`, what });
  };
  const readAll = <Schema extends v.GenericSchema>(lines: readonly Line[], schema: Schema) =>
    lines.flatMap(({ number, value }): v.InferOutput<Schema>[] => {
      const result = v.safeParse(schema, value);
      if (result.success) {
        return [result.output];
      }
      for (const issue of result.issues) {
        complain(number, v.getDotPath(issue) ?? '', problemOf(issue));
      }
      return [];
    });

  const lines = readLines(content, complain);
  const ofKind = (kind: Kind): Line[] => lines.filter((line) => line.kind === kind);
  const [header] = readAll(ofKind('set'), SET_LINE);
  const devices = deviceSpecs(withDefault(readAll(ofKind('device'), DEVICE_LINE).map(wishOf)));
  const ids = new Set(devices.map(({ id }) => id));
  const tracks = readAll(ofKind('track'), trackLine(ids)).map(trackOf);
  const timeline = readAll(ofKind('do'), entryLine(knownIn(devices, tracks))).map(
    ({ at, ...action }): TimelineEntry => ({ at, action }),
  );
  for (const kind of ['device', 'track'] as const) {
    for (const { number, value } of repeated(ofKind(kind), kind)) {
      complain(number, kind, `there is another ${kind} ${JSON.stringify(value[kind])}`);
    }
  }
  return problems.length > 0
    ? { ok: false, problems }
    : {
        ok: true,
        set: {
          name: header?.set ?? file,
          waitForClient: header?.waitForClient ?? false,
          ...(header?.repeatAfter === undefined ? {} : { repeatAfter: header.repeatAfter }),
          devices,
          tracks,
          timeline: timeline.sort((one, other) => one.at - other.at),
        },
      };
}

function readLines(content: string, complain: (line: number, field: string, what: string) => void): Line[] {
  return content.split('\n').flatMap((text, index): Line[] => {
    if (/^\s*(#|$)/.test(text)) {
      return [];
    }
    const number = index + 1;
    try {
      const value: unknown = JSON.parse(text);
      const object = v.safeParse(v.record(v.string(), v.unknown()), value);
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

/** The lines that name something that a line before them has named. */
function repeated(lines: readonly Line[], kind: Kind): Line[] {
  return lines.filter(
    ({ value }, index) => lines.findIndex((other) => other.value[kind] === value[kind]) < index,
  );
}

function problemOf(issue: v.BaseIssue<unknown>): string {
  if (issue.expected === 'never') {
    return 'this key has no meaning here';
  }
  // The only issue without a message of ours is a key that has to be there.
  return issue.received === 'undefined' ? 'it is missing' : `expected ${issue.message}`;
}

/** A set that names no device plays on one all-in-one. */
function withDefault(wishes: readonly DeviceWish[]): readonly DeviceWish[] {
  return wishes.length > 0 ? wishes : [{ id: 'prime4', software: 'JC11' }];
}

function wishOf({ device, files, ...rest }: v.InferOutput<typeof DEVICE_LINE>): DeviceWish {
  return {
    id: device,
    ...rest,
    files: Object.entries(files ?? {}).map(([path, disk]) => ({ path, content: { disk } })),
  };
}

function trackOf({ track, path, ...rest }: v.InferOutput<ReturnType<typeof trackLine>>): SimulatedTrack {
  return { id: track, ...rest, path: path ?? `SIM (USB 1)/Engine Library/Music/${track}.mp3` };
}

function knownIn(devices: readonly DeviceSpec[], tracks: readonly SimulatedTrack[]): KnownNames {
  const all = devices.flatMap(({ id, decks }) =>
    Array.from({ length: decks }, (_, index): DeckRef => ({ device: id, deck: index + 1 })),
  );
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
