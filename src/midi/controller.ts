/** Faders of one model of controller, and their text in `--midi.controllers`. Pure. */
import { say, type Text } from '../core/message.ts';
import type { Parsed } from '../core/option.ts';

/** `x`: the crossfader. Others: the deck's number. */
export type FaderName = 1 | 2 | 3 | 4 | 'x';

export interface FaderControl {
  /** 1 to 16. */
  readonly channel: number;
  /** Controller number, of the high byte if there are two. */
  readonly high: number;
  /** Controller number of the low byte. */
  readonly low?: number | undefined;
  /** Values (of the high byte) of a closed and an open fader, or of a crossfader at the left and the right. */
  readonly from: number;
  readonly to: number;
}

export interface Controller {
  /** Part of the port's name, as the system calls it. */
  readonly name: string;
  readonly faders: ReadonlyMap<FaderName, FaderControl>;
  /** The crossfader opens a deck at once, as for scratching. */
  readonly isCut: boolean;
}

const WHOLE_RANGE = { from: 0, to: 127 } as const;
export const FADER_NAMES: readonly FaderName[] = [1, 2, 3, 4, 'x'];

const FADER = /^([1-4x]):(\d{1,2})\/(\d{1,3})(?:\/(\d{1,3}))?(?:@(\d{1,3})-(\d{1,3}))?$/;
const CUT = 'cut';
/** Least part of the range of values that a fader must use. */
const LEAST_RANGE = 32;

/** Parses "DDJ-SB3 = 1:1/19/51 2:2/19/51 x:7/31/63". `faders` is undefined if the text is only a name. */
export function parseController(
  text: string,
): Parsed<{ readonly name: string; readonly controller: Controller | undefined }> {
  const at = text.lastIndexOf('=');
  const name = text.slice(0, at === -1 ? undefined : at).trim();
  if (name === '') {
    return bad(say('midi.name-controller', { text }));
  }
  if (at === -1) {
    return { ok: true, value: { name, controller: undefined } };
  }
  const faders = new Map<FaderName, FaderControl>();
  let isCut = false;
  for (const word of text.slice(at + 1).split(/\s+/)) {
    if (word === '') {
      continue;
    }
    if (word === CUT) {
      isCut = true;
      continue;
    }
    const fader = faderOf(word);
    if (fader === undefined) {
      return bad(say('midi.not-fader', { word, name }));
    }
    faders.set(fader[0], fader[1]);
  }
  return faders.size === 0
    ? bad(say('midi.no-faders', { name }))
    : { ok: true, value: { name, controller: { name, faders, isCut } } };
}

export function printFaders({ faders, isCut }: Pick<Controller, 'faders' | 'isCut'>): string {
  const words = FADER_NAMES.flatMap((name) => {
    const fader = faders.get(name);
    if (fader === undefined) {
      return [];
    }
    const { channel, high, low, from, to } = fader;
    const isWhole = from === WHOLE_RANGE.from && to === WHOLE_RANGE.to;
    return [
      `${name}:${channel}/${high}${low === undefined ? '' : `/${low}`}${isWhole ? '' : `@${from}-${to}`}`,
    ];
  });
  return [...words, ...(isCut ? [CUT] : [])].join(' ');
}

function faderOf(word: string): readonly [FaderName, FaderControl] | undefined {
  const found = FADER.exec(word);
  if (found === null) {
    return undefined;
  }
  const [, name = '', channel, high, low, from = WHOLE_RANGE.from, to = WHOLE_RANGE.to] = found;
  const fader: FaderControl = {
    channel: Number(channel),
    high: Number(high),
    low: low === undefined ? undefined : Number(low),
    from: Number(from),
    to: Number(to),
  };
  const isValid =
    fader.channel >= 1 &&
    fader.channel <= 16 &&
    [fader.high, fader.low ?? 0, fader.from, fader.to].every((number) => number <= 127) &&
    Math.abs(fader.to - fader.from) >= LEAST_RANGE;
  return isValid ? [FADER_NAMES.find((one) => String(one) === name) ?? 'x', fader] : undefined;
}

/**
 * Name of a port without what the system adds: the number of its port, a counter in front, and the name of the client
 * repeated by ALSA.
 */
export function portName(name: string): string {
  return name
    .replace(/^\d+-\s*/, '')
    .replace(/\s+\d+:\d+$/, '')
    .replace(/^([^:]+):\1/, '$1')
    .replace(/[\s:]+(?:MIDI|Port|In)\s*\d*$/gi, '')
    .replace(/[\s:]+(?:MIDI|Port|In)\s*\d*$/gi, '')
    .trim();
}

/**
 * Returns whether a port belongs to the controller of this name. Spaces and hyphens don't count, but "DDJ-SB" is not
 * "DDJ-SB2", nor is "Inpulse 300" the "Inpulse 300 MK2".
 */
export function isPortOf(port: string, name: string): boolean {
  const parts = portName(name).match(/[a-z]+|\d+/gi);
  return (
    parts !== null &&
    new RegExp(`(?<![a-z0-9])${parts.join('[^a-z0-9]*')}(?![a-z0-9]|\\s*mk)`, 'i').test(portName(port))
  );
}

function bad(problem: Text): { readonly ok: false; readonly problem: Text } {
  return { ok: false, problem };
}
