/** The lines of a set file as schemas: every message says what belongs there. */
import * as v from 'valibot';
import type { DeckRef } from './set.ts';
import { colorValue } from './values.ts';

const text = v.string('a text');
const name = v.pipe(v.string('a text that is not empty'), v.nonEmpty('a text that is not empty'));
const flag = v.boolean('true or false');
const seconds = atLeast(0, 'a number of seconds, 0 or more');
const perSecond = atLeast(1, 'a number a second, 1 or more');
const part = v.pipe(atLeast(0, 'a number from 0 to 1'), v.maxValue(1, 'a number from 0 to 1'));
const hexToken = '32 hexadecimal digits in lower case';
const deckColor = 'a colour name or "#rrggbb"';

function atLeast(least: number, what: string) {
  return v.pipe(v.number(what), v.minValue(least, what));
}

function wholeNumber(from: number, to: number) {
  const what = `a whole number from ${from} to ${to}`;
  return v.pipe(v.number(what), v.integer(what), v.minValue(from, what), v.maxValue(to, what));
}

/** `"left/2"`: the second deck of the device `left`. */
const fullDeckName = v.pipe(
  v.string('a deck such as "left/2"'),
  v.regex(/^.+\/[1-4]$/, 'a deck such as "left/2"'),
  v.transform((written): DeckRef => ({ device: written.slice(0, -2), deck: Number(written.slice(-1)) })),
);

export const SET_LINE = v.strictObject({
  set: name,
  waitForClient: v.optional(flag, false),
  repeatAfter: v.exactOptional(seconds),
});

export const DEVICE_LINE = v.strictObject({
  device: name,
  software: v.optional(name, 'JC11'),
  version: v.optional(name),
  name: v.optional(name),
  token: v.optional(v.pipe(v.string(hexToken), v.regex(/^[0-9a-f]{32}$/, hexToken))),
  decks: v.optional(wholeNumber(0, 4)),
  player: v.optional(wholeNumber(1, 4)),
  blank: v.optional(flag),
  mixer: v.optional(flag),
  levels: v.optional(v.picklist(['driven', 'stuck', 'absent'], 'one of driven, stuck, absent')),
  channels: v.optional(
    v.pipe(v.array(fullDeckName, 'a list of decks'), v.maxLength(4, 'at most four decks')),
  ),
  chunkSize: v.optional(wholeNumber(1, 1_048_576)),
  /** Path on the device → path on this computer. */
  files: v.optional(v.record(v.string(), name, 'an object of paths')),
});

/** `devices`: the set's, one of which may hold the medium. */
export function trackLine(devices: ReadonlySet<string>) {
  return v.strictObject({ ...TRACK_ENTRIES, on: v.exactOptional(deviceOf(devices)) });
}

const TRACK_ENTRIES = {
  track: name,
  artist: v.optional(text, ''),
  title: v.optional(text, ''),
  genre: v.optional(text, ''),
  seconds: v.optional(seconds, 300),
  bpm: v.optional(atLeast(0, 'beats a minute, 0 or more'), 120),
  key: v.optional(text, ''),
  path: v.optional(name),
  loadSeconds: v.optional(seconds, 0.08),
};

function deviceOf(devices: ReadonlySet<string>) {
  return v.pipe(
    name,
    v.check((id) => devices.has(id), 'a device of this set'),
  );
}

/** What the lines of the time line may speak of. */
export interface KnownNames {
  readonly tracks: ReadonlySet<string>;
  readonly devices: ReadonlySet<string>;
  /** Undefined for a deck that no device has. */
  deck(written: string | number): DeckRef | undefined;
}

/** `{"at": 12.5, "do": "play", "deck": 2}` and all its relatives. */
export function entryLine(known: KnownNames) {
  const deck = v.pipe(
    v.union([v.number(), v.string()], 'a deck such as 2 or "left/2"'),
    v.rawTransform(({ dataset, addIssue, NEVER }): DeckRef => {
      const found = known.deck(dataset.value);
      if (found === undefined) {
        addIssue({ message: 'a deck that a device of this set has, such as 2 or "left/2"' });
        return NEVER;
      }
      return found;
    }),
  );
  const track = v.pipe(
    name,
    v.check((id) => known.tracks.has(id), 'a track of this set'),
  );
  const device = deviceOf(known.devices);
  const some = v.exactOptional(device);
  const over = v.optional(seconds, 0);
  const at = seconds;
  return v.variant(
    'do',
    [
      v.strictObject({ at, do: v.literal('load'), deck, track }),
      v.strictObject({ at, do: v.literal('unload'), deck }),
      v.strictObject({ at, do: v.literal('play'), deck }),
      v.strictObject({ at, do: v.literal('pause'), deck }),
      v.strictObject({ at, do: v.literal('fader'), deck, level: part, over }),
      v.strictObject({ at, do: v.literal('fade'), from: deck, to: deck, over }),
      v.strictObject({ at, do: v.literal('crossfader'), device, position: part, over }),
      v.strictObject({
        at,
        do: v.literal('color'),
        deck,
        color: v.pipe(v.string(deckColor), v.check(isColor, deckColor)),
      }),
      v.strictObject({ at, do: v.literal('master'), deck }),
      v.strictObject({
        at,
        do: v.literal('value'),
        device,
        path: name,
        value: v.nullable(v.record(v.string(), v.unknown(), 'a JSON object or null')),
      }),
      v.strictObject({ at, do: v.literal('drop'), device: some }),
      v.strictObject({ at, do: v.literal('silence'), device: some }),
      v.strictObject({ at, do: v.literal('reboot'), device: some, seconds: v.optional(seconds, 5) }),
      v.strictObject({ at, do: v.literal('leave'), device: some }),
      v.strictObject({ at, do: v.literal('arrive'), device: some }),
      v.strictObject({ at, do: v.literal('split'), device: some, bytes: wholeNumber(0, 65_535) }),
      v.strictObject({ at, do: v.literal('gather'), device: some, ms: wholeNumber(0, 10_000) }),
      v.strictObject({ at, do: v.literal('flood'), device: some, perSecond, seconds }),
      v.strictObject({ at, do: v.literal('junk'), perSecond, seconds }),
      v.strictObject({ at, do: v.literal('changed'), device: some, database: v.exactOptional(name) }),
      v.strictObject({ at, do: v.literal('eject'), device: some }),
      v.strictObject({
        at,
        do: v.literal('lie'),
        device: some,
        how: v.picklist(['oversized', 'odd', 'truncated'], 'one of oversized, odd, truncated'),
      }),
    ],
    (issue) =>
      `one of ${issue.expected
        .replaceAll('"', '')
        .replaceAll(' | ', ', ')
        .replace(/^\(|\)$/g, '')}`,
  );
}

function isColor(written: string): boolean {
  return colorValue(written) !== undefined;
}
