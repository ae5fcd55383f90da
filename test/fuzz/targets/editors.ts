/** Files that the program changes for its user: each is theirs, however they wrote it. */
import { type Change, editText, settingLines } from '../../../src/settings/edit/index.ts';
import { type ConfigFile, readConfigContent } from '../../../src/settings/file.ts';
import { FORMATS } from '../../../src/settings/formats/index.ts';
import { CONFIG_WRITERS } from '../../support/config-writers.ts';
import { type FuzzTarget, hold } from '../target.ts';

const SETTINGS = [
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
const EXTENSIONS = [...FORMATS.keys()];

/** The first byte chooses the format, the second one the change. */
export const configurationEditors: FuzzTarget = {
  name: 'configuration-editors',
  seeds: EXTENSIONS.flatMap((extension, format) =>
    CHANGES.map((_, change) =>
      Buffer.concat([Buffer.of(format, change), Buffer.from(CONFIG_WRITERS[extension]?.(SETTINGS) ?? '')]),
    ),
  ),
  words: [
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    '=',
    ': ',
    '\n',
    '\r\n',
    '\\',
    '&a ',
    '*a',
    '<<E\nE\n',
    '#',
    '; ',
    '- ',
    '/*',
  ],
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
      const { line, name } = edited.byHand;
      hold(name === change.name && line >= 0 && line <= lines, 'nobody could edit that by hand');
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
