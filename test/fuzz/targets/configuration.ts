import { startOptions } from '../../../src/desk/options.ts';
import { readConfigFile } from '../../../src/settings/file.ts';
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
const EXTENSIONS = [...FORMATS.keys()];
const environment = { platform: 'linux', env: {}, configDir: '/etc/deckcast' } as const;

/** The first byte chooses the format. */
export const configuration: FuzzTarget = {
  name: 'configuration',
  seeds: EXTENSIONS.map((extension, index) =>
    Buffer.concat([Buffer.of(index), Buffer.from(CONFIG_WRITERS[extension]?.(SETTINGS) ?? '')]),
  ),
  words: ['"', "'", '{', '}', '[', ']', '=', ': ', '\n', '\\', '&a ', '*a', '<<E\nE\n', '#', '- ', '${'],
  async run(bytes) {
    const extension = EXTENSIONS[(bytes[0] ?? 0) % EXTENSIONS.length];
    const file = await readConfigFile(`/conf.${extension}`, { read: async () => bytes.subarray(1) });
    const { problems, warnings } = await resolve(startOptions, { environment, file, complete: true });
    for (const { where, what } of [...problems, ...warnings]) {
      hold(/^[^\n\r]+$/.test(where) && /^[^\n\r]{3,}$/.test(what), 'a problem is not a line for people');
      hold(!/cannot be read|\bat \S+ \(/.test(what), `the error of a parser: ${what}`);
    }
    hold(!('polluted' in {}) && Object.keys(Object.prototype).length === 0, 'every object has a new key');
  },
};
