import * as v from 'valibot';
import type { DeckRef } from './device-spec.ts';
import { messageOf, type SetProblem } from './errors.ts';
import { atLeast, deviceIn, type KnownNames, name, seconds, type WithoutTime } from './script.ts';
import type { SimulatedTrack } from './set.ts';

/** `do` first: lines of the time line may also hold `device` and `track`. */
const KINDS = ['do', 'set', 'device', 'track'] as const;
type Kind = (typeof KINDS)[number];

interface Line {
  readonly number: number;
  readonly kind: Kind;
  readonly value: Readonly<Record<string, unknown>>;
}

const SET_LINE = v.strictObject({
  set: name,
  waitForClient: v.optional(v.boolean('true or false'), false),
  repeatAfter: v.exactOptional(seconds),
});

export class SetLines {
  readonly problems: SetProblem[] = [];
  readonly #file: string;
  readonly #lines: readonly Line[];

  /** Skips empty lines and `#…`. @param file name in problems */
  constructor(content: string, file: string) {
    this.#file = file;
    this.#lines = this.#split(content);
    this.#refuseTwice();
  }

  has(kind: Kind, key: string): boolean {
    return this.#lines.some((line) => line.kind === kind && key in line.value);
  }

  read<Schema extends v.GenericSchema>(kind: Kind, schema: Schema): v.InferOutput<Schema>[] {
    return this.#lines
      .filter((line) => line.kind === kind)
      .flatMap(({ number, value }): v.InferOutput<Schema>[] => {
        const result = v.safeParse(schema, value);
        for (const issue of result.issues ?? []) {
          this.#complain(number, v.getDotPath(issue) ?? '', problemOf(issue));
        }
        return result.success ? [result.output] : [];
      });
  }

  header() {
    const [{ set: called = this.#file, ...header } = { waitForClient: false }] = this.read('set', SET_LINE);
    return { ...header, name: called };
  }

  tracks(devices: ReadonlySet<string>): SimulatedTrack[] {
    return this.read('track', trackLine({ devices })).map(trackOf);
  }

  timeline<Action extends { readonly at: number }>(
    schema: v.GenericSchema<unknown, Action>,
  ): { readonly at: number; readonly action: WithoutTime<Action> }[] {
    return (
      this.read('do', schema)
        // The rest of the line is the action.
        .map(({ at, ...action }) => ({ at, action: action as unknown as WithoutTime<Action> }))
        .sort((one, other) => one.at - other.at)
    );
  }

  #complain(line: number, field: string, what: string): void {
    const where = `${this.#file}:${line}`;
    this.problems.push({ where: field === '' ? where : `${where}: ${field}`, what });
  }

  #split(content: string): Line[] {
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
        this.#complain(number, '', 'a line is a JSON object with one of the keys set, device, track, do');
      } catch (error) {
        this.#complain(number, '', `this is not JSON: ${messageOf(error)}`);
      }
      return [];
    });
  }

  #refuseTwice(): void {
    const named = new Set<string>();
    for (const { number, kind, value } of this.#lines) {
      const called = JSON.stringify(value[kind]);
      if ((kind === 'device' || kind === 'track') && named.has(`${kind} ${called}`)) {
        this.#complain(number, kind, `there is another ${kind} ${called}`);
      }
      named.add(`${kind} ${called}`);
    }
  }
}

/** A number names a deck if only one device has decks. */
export function knownNames(
  devices: readonly { readonly id: string; readonly decks: readonly DeckRef[] }[],
  tracks: readonly SimulatedTrack[],
): KnownNames {
  const all = devices.flatMap(({ decks }) => decks);
  const only = devices.filter(({ decks }) => decks.length > 0).length === 1;
  return {
    tracks: new Set(tracks.map(({ id }) => id)),
    devices: new Set(devices.map(({ id }) => id)),
    deck: (written) =>
      all.find(({ device, deck }) =>
        typeof written === 'number' ? only && deck === written : `${device}/${deck}` === written,
      ),
  };
}

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

function trackOf({ track, path, ...rest }: v.InferOutput<ReturnType<typeof trackLine>>): SimulatedTrack {
  return { id: track, ...rest, path: path ?? `SIM (USB 1)/Engine Library/Music/${track}.mp3` };
}

function problemOf(issue: v.BaseIssue<unknown>): string {
  if (issue.expected === 'never') {
    return 'this key has no meaning here';
  }
  // A missing key is the only issue without our message.
  return issue.received === 'undefined' ? 'it is missing' : `expected ${issue.message}`;
}
