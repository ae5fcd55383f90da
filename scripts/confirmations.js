// Prints a line of the table in `docs/guide/confirm-a-device.md` per report of `deckcast doctor --report`: `node
// scripts/confirmations.js report.zip …`.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { strFromU8, unzipSync } from 'fflate';

/** Sources that name devices, not the user's files and pages. */
const WITH_DEVICES = ['hwdevice', 'prodjlink'];
const MOST_BYTES = 64_000_000;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = process.argv.slice(2);
  if (files.length === 0) {
    console.error('Name the reports.');
    process.exit(2);
  }
  for (const file of files) {
    try {
      console.log(confirmation(readFileSync(file)));
    } catch (error) {
      console.error(`${file}: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
  }
}

/**
 * @param {Uint8Array} report
 * @returns {string} a row: what was played on, with what it was confirmed, and a place for the name
 */
export function confirmation(report) {
  const filter = ({ originalSize = 0 }) => originalSize < MOST_BYTES;
  const files = unzipSync(report, { filter });
  const read = (/** @type {string} */ name) => {
    const bytes = files[name];
    if (bytes === undefined) {
      throw new Error(`has no ${name}, so it is no report of the doctor`);
    }
    return strFromU8(bytes);
  };
  /** @type {Partial<import('../src/web/wire/health.ts').HealthMessage>} */
  const { source } = JSON.parse(read('health.json'));
  if (source === undefined) {
    throw new Error('was written while deckcast did not run, so it confirms nothing');
  }
  const titles = source.parts.map(({ title }) => title).join(', ');
  const devices = source.parts.some(({ name }) => WITH_DEVICES.includes(name)) ? (source.details ?? []) : [];
  const models = devices
    .map(({ name }) => name.replace(/, (\([^)]*\)|[\d.]+)$/, ''))
    // Media belong to the DJ.
    .filter((name) => !/^library of | of player \d+$/.test(name));
  const shown = [...read('log.txt').matchAll(/^time=(\S+?)T.* msg="track featured"/gm)];
  const [, date = ''] = shown.at(-1) ?? [];
  const [, version = '', system = ''] = /^deckcast (\S+) .*, (\S+ \S+)$/m.exec(read('versions.txt')) ?? [];
  const count = `${shown.length} ${shown.length === 1 ? 'track' : 'tracks'}`;
  const cells = [[titles, ...models].join(', '), [version, system, count, date].join(', '), ''];
  return `| ${cells.map((cell) => cell.replace(/[|\n]/g, ' ')).join(' | ')}|`;
}
