/**
 * The archive for a bug report, a .zip. It contains no secret and no name of a track, so that people can publish it
 * without reading it first.
 */
import { homedir, hostname } from 'node:os';
import { unescape as percentDecoded } from 'node:querystring';
import { strToU8, zipSync } from 'fflate';
import { messageOf } from '../../core/errors.ts';
import type { Finding } from '../../core/finding.ts';
import { type OptionTable, Secret } from '../../core/option.ts';
import type { Disk, LoggedLine } from '../../core/tools.ts';
import { rfc3339 } from '../../core/units.ts';
import { textLine } from '../../host/log/log-line.ts';
import { WEB_ADDRESSES } from '../../settings/kinds/kind.ts';
import { pipelineOptions } from '../../show/pipeline/options.ts';
import { type StartSettings, startOptions } from '../options.ts';
import { versions } from './computer.ts';
import { findingsText, summaryOf } from './text.ts';

export interface ReportContent {
  readonly settings: StartSettings;
  readonly findings: readonly Finding[];
  /** The lines of the log, each with its line break. */
  readonly log: string;
  /** `/api/v1/health`; absent when no deckcast runs. */
  readonly health?: unknown;
  /** What sources received in the last minutes, without names, by source; absent when no deckcast runs. */
  readonly recordings?: ReadonlyMap<string, string>;
}

/** A shorter value would be found everywhere. */
const SHORTEST_SECRET = 4;
/** At the server of a radio; a word that a report has everywhere. */
const USUAL_NAME = 'source';

export function report(content: ReportContent): Uint8Array {
  const { settings, findings, log, health, recordings = new Map<string, string>() } = content;
  const files = {
    'doctor.txt': `${summaryOf(findings)}\n\n${findingsText(findings)}`,
    'doctor.json': json({ findings }),
    'configuration.txt': configurationText(startOptions, settings),
    'log.txt': log === '' ? 'nothing was logged\n' : log,
    'health.json': health === undefined ? json({ running: false }) : json(health),
    'versions.txt': `${versions()}\n`,
    ...Object.fromEntries([...recordings].map(([source, text]) => [`recording-${source}.jsonl`, text])),
  };
  const clean = cleaner(startOptions, settings);
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(clean(text))])),
  );
}

/** Lines of this program's log, without the names of tracks, hidden or not. */
export function logText(lines: readonly LoggedLine[]): string {
  return lines
    .map(({ at, level, message, fields: { artist: _artist, title: _title, ...fields } }) =>
      textLine(rfc3339(at), level, message, fields),
    )
    .join('');
}

/** A log may have been written for years. */
const MOST_LOG_BYTES = 8 * 1024 * 1024;
/** As many lines as the running program keeps. */
const MOST_LOG_LINES = 300;

/** The same from the end of a log file, text or JSON, of an earlier run; without the level `debug`. */
export async function logFileText(path: string, disk: Pick<Disk, 'stat' | 'read'>): Promise<string> {
  try {
    const { size = 0 } = (await disk.stat(path)) ?? {};
    const end = await disk.read(path, MOST_LOG_BYTES, Math.max(0, size - MOST_LOG_BYTES));
    return lastLines(Buffer.from(end ?? []).toString(), MOST_LOG_LINES);
  } catch (error) {
    return `the log file cannot be read: ${messageOf(error)}\n`;
  }
}

export function lastLines(log: string, most: number): string {
  return log
    .split('\n')
    .filter((line) =>
      /^\{.*"level":"(info|warn|error|fatal)"|^time=\S+ level=(info|warn|error|fatal) /.test(line),
    )
    .slice(-most)
    .map((line) => `${withoutNames(line)}\n`)
    .join('');
}

const TEXT_NAMES = / (artist|title)=("(\\.|[^"\\])*"|\S*)/g;
const JSON_NAMES = /,"(artist|title)":"(\\.|[^"\\])*"/g;

function withoutNames(line: string): string {
  return line.replace(line.startsWith('{') ? JSON_NAMES : TEXT_NAMES, '');
}

/** Options whose values may contain names of hidden tracks. */
const RULES = Object.keys(pipelineOptions).filter((name) => /^hide\.|\.regex\./.test(name));

function configurationText(table: OptionTable, settings: Readonly<Record<string, unknown>>): string {
  return Object.entries(table)
    .map(([name, { kind, default: usual }]) => {
      const value = kind.print(settings[name]);
      const isRule = RULES.includes(name) && value !== kind.print(usual);
      return `${name} = ${isRule ? '(given)' : value}\n`;
    })
    .sort()
    .join('');
}

/** Removes secrets that an error of another program may contain, and the names of the home folder and this computer. */
function cleaner(table: OptionTable, settings: Readonly<Record<string, unknown>>): (text: string) => string {
  const secrets = Object.entries(table)
    .flatMap(([name, { kind }]) => secretsIn(settings[name], kind.mayHoldPassword === true))
    .filter((secret) => secret.length >= SHORTEST_SECRET);
  const home = homedir();
  const host = hostname();
  // Not within another word.
  const itsName = new RegExp(`(?<![\\w.-])${host.replace(/[^\w-]/g, '\\$&')}(?![\\w-])`, 'g');
  const isTelling = host.length >= SHORTEST_SECRET && host !== 'localhost';
  return (text) => {
    const redacted = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
    const homeless = home.length > 1 ? redacted.replaceAll(home, '~') : redacted;
    return isTelling ? homeless.replace(itsName, '(this computer)') : homeless;
  };
}

function secretsIn(value: unknown, mayHoldPassword: boolean): readonly string[] {
  if (value instanceof Secret) {
    return [value.reveal()];
  }
  const texts = mayHoldPassword && (typeof value === 'string' || Array.isArray(value)) ? [value].flat() : [];
  return texts
    .flatMap((text) => text.match(WEB_ADDRESSES) ?? [])
    .filter((address) => URL.canParse(address))
    .flatMap((address) => {
      // The path of a webhook's address may be its token.
      const { username, password, pathname, search } = new URL(address);
      const names = username === USUAL_NAME ? [] : [username];
      return [`${pathname}${search}`, password, percentDecoded(password), ...names, search];
    });
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
