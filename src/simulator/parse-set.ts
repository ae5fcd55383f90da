/**
 * Reads a set file: one JSON object a line. Total: any text gives a set, or all of its problems with their lines.
 * `README.md` describes the format for people.
 */
import * as v from 'valibot';
import type { Problem } from '../core/errors.ts';
import { type DeviceWish, deviceSpecs } from './device-spec.ts';
import type { DeckRef, DeviceSpec, SetTrack, SimulatedSet, TimelineEntry } from './set.ts';
import { DEVICE_LINE, entryLine, type Known, SET_LINE, TRACK_LINE } from './set-lines.ts';

export type ParsedSet =
  | { readonly ok: true; readonly set: SimulatedSet }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** One line that holds a JSON object. */
interface Line {
  readonly number: number;
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
  const holding = (key: string): Line[] => lines.filter(({ value }) => key in value);
  const [header] = readAll(holding('set'), SET_LINE);
  const devices = deviceSpecs(
    withDefault(
      readAll(
        holding('device').filter(({ value }) => !('do' in value)),
        DEVICE_LINE,
      ).map(wishOf),
    ),
  );
  const tracks = readAll(
    holding('track').filter(({ value }) => !('do' in value)),
    TRACK_LINE,
  ).map(trackOf);
  const timeline = readAll(holding('do'), entryLine(knownIn(devices, tracks))).map(
    ({ at, ...action }): TimelineEntry => ({ at, action }),
  );
  for (const { number, value } of lines) {
    if (!['set', 'device', 'track', 'do'].some((key) => key in value)) {
      complain(number, '', 'a line has one of the keys set, device, track, do');
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
    try {
      const value: unknown = JSON.parse(text);
      const object = v.safeParse(v.record(v.string(), v.unknown()), value);
      if (object.success && !Array.isArray(value)) {
        return [{ number: index + 1, value: object.output }];
      }
      complain(index + 1, '', 'a line is a JSON object');
    } catch (error) {
      complain(index + 1, '', `this is not JSON: ${String(error instanceof Error ? error.message : error)}`);
    }
    return [];
  });
}

function problemOf(issue: v.BaseIssue<unknown>): string {
  if (issue.expected === 'never') {
    return 'this key has no meaning here';
  }
  // The only issue without a message of ours is a key that has to be there.
  return issue.received === 'undefined' ? `it is missing` : `expected ${issue.message}`;
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

function trackOf({ track, path, ...rest }: v.InferOutput<typeof TRACK_LINE>): SetTrack {
  return { id: track, ...rest, path: path ?? `SIM (USB 1)/Engine Library/Music/${track}.mp3` };
}

function knownIn(devices: readonly DeviceSpec[], tracks: readonly SetTrack[]): Known {
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
