/**
 * Reads lines of programs that print MIDI messages. Pure and total.
 *
 * The documented format is hexadecimal bytes, such as "B0 13 40" (`amidi -d`). The words of `aseqdump` and
 * `receivemidi` are understood too.
 */
import type { ControlChange } from './messages.ts';

const HEX = /^(?:[0-9a-f]{2}(?:\s+|$))+$/i;
/** `aseqdump` counts channels from 0. */
const ASEQDUMP = /control change\s+(\d{1,2}),\s*controller\s+(\d{1,3}),\s*value\s+(\d{1,3})\s*$/i;
/** `receivemidi` counts channels from 1. */
const RECEIVEMIDI = /channel\s+(\d{1,2})\s+control-change\s+(\d{1,3})\s+(\d{1,3})\s*$/i;

/** Headings and other messages than control changes, in the words of these programs. */
const OTHER = new RegExp(
  String.raw`^(?:Waiting for data|Source\s+Event|\d+:\d+\s+(?!control change)\w|` +
    String.raw`(?:[\d:.]+\s+)?(?:channel\s+\d+\s+(?!control-change)\w|` +
    '(?:midi-clock|start|stop|continue|active-sensing|reset|system-exclusive|time-code|song-|tune-)))',
  'i',
);

/** Bytes of a hexadecimal line (none for another message in words), the change of a line in words, or undefined. */
export function readLine(line: string): readonly number[] | ControlChange | undefined {
  const text = line.trim();
  if (HEX.test(text)) {
    return text.split(/\s+/).map((byte) => Number.parseInt(byte, 16));
  }
  return (
    changeOf(ASEQDUMP.exec(text), 1) ??
    changeOf(RECEIVEMIDI.exec(text), 0) ??
    (OTHER.test(text) ? [] : undefined)
  );
}

function changeOf(found: RegExpExecArray | null, firstChannel: number): ControlChange | undefined {
  if (found === null) {
    return undefined;
  }
  const [, channel, controller, value] = found.map(Number);
  const change = {
    channel: (channel ?? 0) + firstChannel,
    controller: controller ?? 0,
    value: value ?? 0,
  };
  return isControlChange(change) ? change : undefined;
}

export function isControlChange({ channel, controller, value }: ControlChange): boolean {
  return isWithin(channel, 1, 16) && isWithin(controller, 0, 127) && isWithin(value, 0, 127);
}

function isWithin(number: number, least: number, most: number): boolean {
  return Number.isInteger(number) && number >= least && number <= most;
}
