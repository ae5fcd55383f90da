/** `docs/guide/set-file.md` describes the format. */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { type DeckRef, type DeviceWish, decksOf, deviceSpecs, softwareOf } from './device-spec.ts';
import { messageOf, SetError, type SetProblem } from './errors.ts';
import { linkModel } from './prodjlink/link-models.ts';
import { linkActionLine } from './prodjlink/link-script.ts';
import { type LinkDeviceSpec, linkDecksOf, type SimulatedLinkSet } from './prodjlink/link-set.ts';
import { isRecording, type Replay, readRecording } from './recording-set.ts';
import { actionLine, name, wholeNumber } from './script.ts';
import type { SimulatedSet } from './set.ts';
import { knownNames, SetLines } from './set-lines.ts';

/** `on`: `--source` of the set. */
export type AnySet = Replay | { readonly on: 'prodjlink'; readonly set: SimulatedLinkSet };

/** @throws SetError with every problem, or if the file cannot be read */
export async function loadSet(path: string): Promise<AnySet> {
  let content: string;
  try {
    content = await readFile(path, 'utf8');
  } catch (error) {
    throw new SetError([{ where: path, what: messageOf(error) }]);
  }
  const parsed = parseSet(content, path);
  if (!parsed.ok) {
    throw new SetError(parsed.problems);
  }
  return parsed;
}

export type ParsedSet =
  | ({ readonly ok: true } & AnySet)
  | { readonly ok: false; readonly problems: readonly SetProblem[] };

/** A `model` makes a device a PRO DJ LINK player. @param file name in problems */
export function parseSet(content: string, file: string): ParsedSet {
  if (isRecording(content)) {
    const replay = readRecording(content, file);
    return 'on' in replay ? { ok: true, ...replay } : { ok: false, problems: replay };
  }
  const lines = new SetLines(content, file);
  const read: AnySet = lines.has('device', 'model')
    ? { on: 'prodjlink', set: linkSet(lines) }
    : { on: 'hwdevice', set: engineSet(lines) };
  return lines.problems.length > 0 ? { ok: false, problems: lines.problems } : { ok: true, ...read };
}

function engineSet(lines: SetLines): SimulatedSet {
  const header = lines.header();
  const wishes = lines.read('device', DEVICE_LINE).map(wishOf);
  const devices = deviceSpecs(wishes.length > 0 ? wishes : [{ id: 'prime4', software: 'JC11' }]);
  const tracks = lines.tracks(new Set(devices.map(({ id }) => id)));
  const decks = devices.map(({ id, decks: count }) => ({ id, decks: decksOf(id, count) }));
  return { ...header, devices, tracks, timeline: lines.timeline(actionLine(knownNames(decks, tracks))) };
}

function linkSet(lines: SetLines): SimulatedLinkSet {
  const header = lines.header();
  const devices = lines.read('device', LINK_DEVICE_LINE).map(
    ({ device: id, model, player, ...rest }, index): LinkDeviceSpec => ({
      id,
      model,
      ...rest,
      player: linkModel(model).players === 0 ? 0 : (player ?? index + 1),
    }),
  );
  const tracks = lines.tracks(new Set(devices.map(({ id }) => id)));
  const decks = devices.map((spec) => ({ id: spec.id, decks: linkDecksOf(spec) }));
  return { ...header, devices, tracks, timeline: lines.timeline(linkActionLine(knownNames(decks, tracks))) };
}

/** `"left/2"`. */
const fullDeckName = v.pipe(
  v.string('a deck such as "left/2"'),
  v.regex(/^.+\/[1-4]$/, 'a deck such as "left/2"'),
  v.transform((written): DeckRef => ({ device: written.slice(0, -2), deck: Number(written.slice(-1)) })),
);

const hexToken = '32 hexadecimal digits in lower case';

const DEVICE_LINE = v.strictObject({
  device: name,
  software: v.optional(name),
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

const modelName = 'the name that a device announces, at most 20 letters';

const firmwareText = 'four letters such as "3.30"';

const LINK_DEVICE_LINE = v.strictObject({
  device: name,
  model: v.pipe(v.string(modelName), v.regex(/^[\x20-\x7e]{1,20}$/, modelName)),
  player: v.optional(wholeNumber(1, 6)),
  firmware: v.exactOptional(v.pipe(v.string(firmwareText), v.regex(/^[\x20-\x7e]{4}$/, firmwareText))),
});

function wishOf({ device, software, files = {}, ...rest }: v.InferOutput<typeof DEVICE_LINE>): DeviceWish {
  return {
    id: device,
    software: software ?? softwareOf(rest.name ?? '') ?? 'JC11',
    ...rest,
    files: Object.entries(files).map(([path, disk]) => ({ path, content: { disk } })),
  };
}
