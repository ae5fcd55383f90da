/** VirtualDJ's answers to scripts. Errors come as text, and verbs differ in their form of "yes". Pure. */
import { believedLength, parsePlayingTime } from '../playing-time.ts';

/** Without blanks and the pair of quotes that some verbs put around it; undefined for an error. */
export function readText(answer: string): string | undefined {
  const text = answer.trim();
  if (/^error:/i.test(text)) {
    return undefined;
  }
  return (/^"(.*)"$/s.exec(text)?.[1] ?? text).trim();
}

/** Undefined for everything that is neither yes nor no. */
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

/** A slider, 0 to 1, also from a percentage; undefined for everything else. */
export function readSlider(answer: string): number | undefined {
  const [, digits, percent] = /^(\d+(?:[.,]\d+)?)\s*(%?)$/.exec(readText(answer) ?? '') ?? [];
  if (digits === undefined) {
    return undefined;
  }
  return Math.min(1, Number(digits.replace(',', '.')) / (percent === '%' ? 100 : 1));
}

/** Milliseconds, from seconds or `4:05`; 0 when it is not a playing time. Larger numbers are milliseconds already. */
export function readLength(answer: string): number {
  const text = readText(answer) ?? '';
  const seconds = Number(text);
  return text !== '' && seconds > LONGEST_SECONDS
    ? believedLength(seconds)
    : believedLength(parsePlayingTime(text));
}

const LONGEST_SECONDS = 10_000;
