/**
 * What goes along with a bug report, as a .zip. No secret is in it and no name of a track: anyone who reports a bug in
 * public must not have to read it first.
 */
import { homedir } from 'node:os';
import { strToU8, zipSync } from 'fflate';
import { type OptionTable, Secret } from '../../core/option.ts';
import type { LoggedLine } from '../../core/tools.ts';
import { rfc3339 } from '../../core/units.ts';
import { pipelineOptions } from '../../pipeline/options.ts';
import type { Finding } from '../../wire/doctor.ts';
import { textLine } from '../log-line.ts';
import { type StartSettings, startOptions } from '../options.ts';
import { versions } from './computer.ts';
import { findingsText, summaryOf } from './text.ts';

export interface BundleContent {
  readonly settings: StartSettings;
  readonly findings: readonly Finding[];
  /** The lines of the log, each with its line break. */
  readonly log: string;
  /** `/api/v1/health`; absent when nothing runs. */
  readonly health?: unknown;
}

/** A value shorter than this would be found everywhere. */
const SHORTEST_SECRET = 4;

export function bundle(content: BundleContent): Uint8Array {
  const { settings, findings, log, health } = content;
  const files = {
    'doctor.txt': `${summaryOf(findings)}\n\n${findingsText(findings)}`,
    'doctor.json': json({ findings }),
    'configuration.txt': configurationText(startOptions, settings),
    'log.txt': log === '' ? 'nothing was logged\n' : log,
    'health.json': health === undefined ? json({ running: false }) : json(health),
    'versions.txt': `${versions()}\n`,
  };
  const clean = cleaner(startOptions, settings);
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(clean(text))])),
  );
}

/** Lines of this program's log: what tracks are called stays out, hidden or not. */
export function logText(lines: readonly LoggedLine[]): string {
  return lines
    .map(({ at, level, message, fields: { artist: _artist, title: _title, ...fields } }) =>
      textLine(rfc3339(at), level, message, fields),
    )
    .join('');
}

/** The same of lines that an earlier run wrote into its log file, text or JSON; what was for debugging stays out. */
export function logFileText(content: string, most: number): string {
  return content
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

/** Rules may spell the names that they hide. */
const RULES = Object.keys(pipelineOptions).filter((name) => name.includes('.regex.'));

function configurationText(table: OptionTable, settings: Readonly<Record<string, unknown>>): string {
  return Object.entries(table)
    .map(([name, { kind }]) => {
      const value = settings[name];
      const shown = RULES.includes(name) && value !== undefined ? '(given)' : kind.print(value);
      return `${name} = ${shown}\n`;
    })
    .sort()
    .join('');
}

/** Takes out what an error of somebody else's may have repeated, and who the user is. */
function cleaner(table: OptionTable, settings: Readonly<Record<string, unknown>>): (text: string) => string {
  const secrets = Object.entries(table)
    .flatMap(([name, { kind }]) => secretsIn(settings[name], kind.mayHoldPassword === true))
    .filter((secret) => secret.length >= SHORTEST_SECRET);
  const home = homedir();
  return (text) => {
    const redacted = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
    return home.length > 1 ? redacted.replaceAll(home, '~') : redacted;
  };
}

function secretsIn(value: unknown, isAddress: boolean): readonly string[] {
  if (value instanceof Secret) {
    return [value.reveal()];
  }
  if (!isAddress || typeof value !== 'string' || !URL.canParse(value)) {
    return [];
  }
  // The path of an address is where a webhook's token is.
  const { username, password, pathname, search } = new URL(value);
  return [`${pathname}${search}`, password, username, search];
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
