/** Reads what a page with a controller sends. Pure and total. */
import { FADER_NAMES, type FaderControl, type FaderName, parseController } from './controller.ts';
import { isControlChange } from './line.ts';
import type { ControlChange } from './messages.ts';

export type PageMessage =
  | { readonly kind: 'ports'; readonly ports: readonly string[] }
  | { readonly kind: 'changes'; readonly port: string; readonly changes: readonly ControlChange[] }
  | {
      readonly kind: 'lesson';
      readonly port: string;
      readonly fader: FaderName;
      readonly taken: readonly FaderControl[];
    }
  | { readonly kind: 'no-lesson' };

/** Characters of a port's name. */
const MAX_NAME = 200;
const MAX_PORTS = 32;
const MAX_CHANGES = 64;

/** Undefined for anything that is no such message. */
export function readPageMessage(text: string): PageMessage | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof read !== 'object' || read === null) {
    return undefined;
  }
  if ('ports' in read) {
    const { ports } = read;
    return Array.isArray(ports) && ports.length <= MAX_PORTS && ports.every(isName)
      ? { kind: 'ports', ports }
      : undefined;
  }
  if ('changes' in read) {
    const changes = changesOf(read.changes);
    return 'port' in read && isName(read.port) && changes !== undefined
      ? { kind: 'changes', port: read.port, changes }
      : undefined;
  }
  if ('lesson' in read) {
    return read.lesson === null ? { kind: 'no-lesson' } : lessonOf(read.lesson);
  }
  return undefined;
}

function lessonOf(lesson: unknown): PageMessage | undefined {
  if (typeof lesson !== 'object' || lesson === null || !('port' in lesson) || !('fader' in lesson)) {
    return undefined;
  }
  const fader = FADER_NAMES.find((name) => name === lesson.fader);
  const text = 'taken' in lesson ? lesson.taken : '';
  if (fader === undefined || !isName(lesson.port) || typeof text !== 'string') {
    return undefined;
  }
  const taken = parseController(`taken = ${text}`);
  return {
    kind: 'lesson',
    port: lesson.port,
    fader,
    taken: taken.ok ? [...(taken.value.controller?.faders.values() ?? [])] : [],
  };
}

function changesOf(list: unknown): readonly ControlChange[] | undefined {
  if (!Array.isArray(list) || list.length > MAX_CHANGES) {
    return undefined;
  }
  const changes = list.map((entry: unknown) => {
    const [channel, controller, value] = Array.isArray(entry) ? entry : [];
    return { channel, controller, value };
  });
  return changes.every(isControlChange) ? changes : undefined;
}

function isName(text: unknown): text is string {
  return typeof text === 'string' && text.length <= MAX_NAME;
}
