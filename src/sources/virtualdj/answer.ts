/** VirtualDJ answers errors as text; verbs differ in how they say yes. */
import { parsePlayingTime, plausibleLength } from '../shared/playing-time.ts';

/** Strips blanks and some verbs' quotes; undefined for an error. */
export function readText(answer: string): string | undefined {
  const text = answer.trim();
  if (/^error:/i.test(text)) {
    return undefined;
  }
  return (/^"(.*)"$/s.exec(text)?.[1] ?? text).trim();
}

/** Undefined unless yes or no. */
export function readTruth(answer: string): boolean | undefined {
  switch (readText(answer)?.toLowerCase()) {
    case 'yes':
    case 'on':
    case 'true':
    case '1':
      return true;
    case 'no':
    case 'off':
    case 'false':
    case '0':
      return false;
    default:
      return undefined;
  }
}

/** 0 to 1 or a percentage; otherwise undefined. */
export function readSlider(answer: string): number | undefined {
  const [, digits, percent] = /^(\d+(?:[.,]\d+)?)\s*(%?)$/.exec(readText(answer) ?? '') ?? [];
  if (digits === undefined) {
    return undefined;
  }
  return Math.min(1, Number(digits.replace(',', '.')) / (percent === '%' ? 100 : 1));
}

/** Seconds, `4:05`, or milliseconds (larger numbers); otherwise 0. */
export function readLength(answer: string): number {
  const text = readText(answer) ?? '';
  const seconds = Number(text);
  return text !== '' && seconds > LONGEST_SECONDS
    ? plausibleLength(seconds)
    : plausibleLength(parsePlayingTime(text));
}

const LONGEST_SECONDS = 10_000;
