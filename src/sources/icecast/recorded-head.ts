/** What a client opened its connection with, for a recording. Pure. */
import { LEFT_OUT, type RecordedBytes, recordedBytes } from '../../core/recorded-software.ts';
import { readRequestLine } from './head.ts';

/** Headers that describe a program and what it does. Any other may hold what must stay private. */
const KEPT =
  /^(?:user-agent|content-type|content-length|transfer-encoding|expect|upgrade|connection|accept|host|origin|sec-fetch-site|ic[ey]-[\w-]+)$/i;
const SECRET = /pass|auth|key|secret|token/i;

/** The lines without passwords. They are as `HeadLines` gives them: one character each byte. */
export function recordedLines(lines: readonly string[]): readonly RecordedBytes[] {
  const [opening = '', ...headers] = lines;
  return [openingWithoutPassword(opening), ...headers.map(keptHeader)].map((line) =>
    recordedBytes(Buffer.from(line, 'latin1')),
  );
}

function openingWithoutPassword(line: string): string {
  const target = readRequestLine(line)?.target;
  if (target === undefined) {
    // SHOUTcast: the password itself.
    return line === '' ? '' : LEFT_OUT;
  }
  const kept = target
    .replace(/\/\/[^/?#@]*@/, '//')
    .replace(/([?&](?:pass|password|pw)=)[^&]*/gi, `$1${LEFT_OUT}`);
  return line.replace(target, () => kept);
}

function keptHeader(line: string): string {
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(0, colon)).trim();
  if (KEPT.test(name) && !SECRET.test(name)) {
    return line;
  }
  return /^[\w-]+$/.test(name) ? `${name}: ${LEFT_OUT}` : LEFT_OUT;
}
