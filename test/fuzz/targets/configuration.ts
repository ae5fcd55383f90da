import { startOptions } from '../../../src/operator/options.ts';
import { type Change, editText, settingLines } from '../../../src/settings/edit/index.ts';
import { type ConfigFile, readConfigContent, readConfigFile } from '../../../src/settings/file.ts';
import { FORMATS } from '../../../src/settings/formats/index.ts';
import { resolve } from '../../../src/settings/resolve.ts';
import { CONFIG_WRITERS } from '../../support/config-writers.ts';
import { type FuzzTarget, hold } from '../target.ts';

const SETTINGS = [
  ['outfile.format', '$ARTIST$ - "$SONG$" \\ é'],
  ['osc.port', 7001],
  ['webhook.json.art', ['a', 'b']],
  ['log.line', true],
] as const;
const WORDS = ['"', "'", '{', '}', '[', ']', '=', ': ', '\n', '\\', '&a ', '*a', '<<E\nE\n', '#', '- '];
const EXTENSIONS = [...FORMATS.keys()];
const environment = { platform: 'linux', env: {}, configDir: '/etc/deckcast' } as const;

export const configuration: FuzzTarget = {
  seeds: EXTENSIONS.map((extension, index) =>
    Buffer.concat([Buffer.of(index), Buffer.from(CONFIG_WRITERS[extension]?.(SETTINGS) ?? '')]),
  ),
  words: [...WORDS, '${'],
  async run(bytes) {
    const extension = EXTENSIONS[(bytes[0] ?? 0) % EXTENSIONS.length];
    const file = await readConfigFile(`/conf.${extension}`, { read: async () => bytes.subarray(1) });
    const { problems, warnings } = await resolve(startOptions, { environment, file, complete: true });
    for (const { where, what } of [...problems, ...warnings]) {
      hold(
        /^[^\n\r]+$/.test(where) && /^[^\n\r]{3,}$/.test(String(what)),
        'a problem is not a line for people',
      );
      hold(
        !/cannot be read|\bat \S+ \(|node:internal|\[object/.test(String(what)),
        `the error of a parser: ${what}`,
      );
    }
    hold(!('polluted' in {}) && Object.keys(Object.prototype).length === 0, 'every object has a new key');
  },
};

const EDITED = [
  ['osc.host', '10.0.0.5'],
  ['osc.port', 7001],
  ['delay', 5],
  ['webhook.json.art', ['a', 'b']],
] as const;
const CHANGES: readonly Change[] = [
  { name: 'osc.port', value: 9001 },
  { name: 'osc.port', value: undefined },
  { name: 'delay', value: undefined },
  { name: 'outfile.format', value: '$ARTIST$ - "$SONG$" # \\ \'é\'' },
  { name: 'outfile.format', value: 'one\n\ttwo' },
  { name: 'webhook.json.art', value: ['one', 'two words', 'thr,ee "x"'] },
  { name: 'log.line', value: true },
];

/** The first bytes choose format and edit. */
export const configurationEditors: FuzzTarget = {
  seeds: EXTENSIONS.flatMap((extension, format) =>
    CHANGES.map((_, change) =>
      Buffer.concat([Buffer.of(format, change), Buffer.from(CONFIG_WRITERS[extension]?.(EDITED) ?? '')]),
    ),
  ),
  words: [...WORDS, '\r\n', '; ', '/*'],
  async run(bytes) {
    const extension = EXTENSIONS[(bytes[0] ?? 0) % EXTENSIONS.length] ?? '';
    const change = CHANGES[(bytes[1] ?? 0) % CHANGES.length];
    const read = (text: string): Promise<ConfigFile> =>
      readConfigContent(`/conf.${extension}`, Buffer.from(text));
    const text = bytes.subarray(2).toString();
    if (change === undefined || (await read(text)).problems.length > 0) {
      return;
    }
    const lines = text.split('\n').length;
    for (const line of (await settingLines(extension, text)).values()) {
      hold(line >= 1 && line <= lines, `a setting on line ${line} of ${lines}`);
    }
    const edited = await editText(extension, text, [change]);
    if (!edited.ok) {
      const { line, option } = edited.byHand;
      hold(
        option === change.name && line >= 0 && line <= lines,
        `cannot edit ${option} on line ${line} by hand`,
      );
      return;
    }
    const { problems } = await read(edited.text);
    hold(problems.length === 0, `the file can no longer be read: ${problems[0]?.what}`);
    const again = await editText(extension, edited.text, [change]);
    hold(again.ok, 'what was changed cannot be changed again');
    const removed = await editText(extension, edited.text, [{ name: change.name, value: undefined }]);
    if (removed.ok) {
      hold((await read(removed.text)).problems.length === 0, 'without the setting the file cannot be read');
    }
  },
};
