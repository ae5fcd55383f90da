/** .zip for a bug report, without secrets and track names, so that users can publish it unread. */
import { strToU8, zipSync } from 'fflate';
import { messageOf } from '../../core/errors.ts';
import type { Finding } from '../../core/finding.ts';
import type { OptionTable } from '../../core/option.ts';
import type { Disk, LoggedLine } from '../../core/tools.ts';
import { rfc3339 } from '../../core/units.ts';
import { textLine } from '../../host/log/log-line.ts';
import { commandLine } from '../../settings/kinds.ts';
import { pipelineOptions } from '../../show/pipeline/options.ts';
import { type StartSettings, startOptions } from '../options.ts';
import { createCleaner } from './cleaner.ts';
import { versions } from './computer.ts';
import { findingsText, summaryOf } from './text.ts';

export interface ReportContent {
  readonly settings: StartSettings;
  readonly findings: readonly Finding[];
  readonly log: string;
  readonly health?: unknown;
  /** Keyed by source, without names; absent if no deckcast runs. */
  readonly recordings?: ReadonlyMap<string, string>;
}

export function report(content: ReportContent): Uint8Array {
  const { settings, findings, log, health, recordings = new Map<string, string>() } = content;
  const files = {
    'doctor.txt': `${summaryOf(findings)}\n\n${findingsText(findings)}`,
    'doctor.json': json({ findings }),
    'configuration.txt': configurationText(startOptions, settings),
    'log.txt': log === '' ? 'nothing was logged\n' : log,
    'health.json': health === undefined ? json({ running: false }) : json(health),
    'versions.txt': `${versions()}\n`,
  };
  const clean = createCleaner(startOptions, settings);
  const texts = Object.entries(files).map(([name, text]) => [name, clean.maskNames(clean.maskSecrets(text))]);
  // Masked already, and playback needs their addresses.
  const recorded = [...recordings].map(([source, text]) => [
    `recording-${source}.jsonl`,
    clean.maskSecrets(text),
  ]);
  return zipSync(
    Object.fromEntries([...texts, ...recorded].map(([name = '', text = '']) => [name, strToU8(text)])),
  );
}

export function logText(lines: readonly LoggedLine[]): string {
  return lines
    .map(({ at, level, message, fields: { artist: _artist, title: _title, ...fields } }) =>
      textLine(rfc3339(at), level, message, fields),
    )
    .join('');
}

/** Logs grow for years. */
const MOST_LOG_BYTES = 8 * 1024 * 1024;
/** Number of lines that the running program keeps. */
const MOST_LOG_LINES = 300;

/** End of an earlier log, text or JSON, without `debug` lines. */
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

/** May contain names of hidden tracks. */
const RULES = Object.keys(pipelineOptions).filter((name) => /^hide\.|\.regex\./.test(name));

function configurationText(table: OptionTable, settings: Readonly<Record<string, unknown>>): string {
  return Object.entries(table)
    .map(([name, { kind, default: usual }]) => {
      const value =
        kind === commandLine ? withoutArguments(String(settings[name])) : kind.print(settings[name]);
      const isRule = RULES.includes(name) && value !== kind.print(usual);
      return `${name} = ${isRule ? '(given)' : value}\n`;
    })
    .sort()
    .join('');
}

/** Arguments may be passwords. */
function withoutArguments(command: string): string {
  return command.replace(/^(\s*(?:"[^"]*"|'[^']*'|\S+))\s.*$/s, '$1 …');
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
