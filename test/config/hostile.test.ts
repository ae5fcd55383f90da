import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { startOptions } from '../../src/operator/options.ts';
import { MAX_FILE_BYTES, readConfigFile } from '../../src/settings/file.ts';
import { resolve } from '../../src/settings/resolve.ts';
import { CONFIG_WRITERS } from '../support/config-writers.ts';
import { testFolder } from '../support/folder.ts';
import { amount } from '../support/full-length.ts';

const LARGE_BYTES = amount({ short: MAX_FILE_BYTES / 128, full: MAX_FILE_BYTES / 8 });
const LARGEST_BYTES = amount({ short: MAX_FILE_BYTES / 16, full: MAX_FILE_BYTES });

const environment = { platform: 'linux', env: {}, configDir: '/etc/deckcast' } as const;

let folder: string;
beforeEach(async () => {
  folder = await testFolder();
});

/** One line each. */
async function complaints(extension: string, content: string | Uint8Array): Promise<string[]> {
  const path = join(folder, `conf.${extension}`);
  writeFileSync(path, content);
  const file = await readConfigFile(path);
  const { problems, warnings } = await resolve(startOptions, { environment, file, complete: true });
  for (const { where, what } of [...problems, ...warnings]) {
    // Location and one printable line.
    expect(where).toMatch(/^\/\S+\/conf\.\w+(:\d+)?(: \S.*)?$/);
    expect(what).toMatch(/^[^\n\r]{3,}$/);
    expect(what).not.toMatch(/\bat \S+ \(|node:internal|\[object/);
    if (!where.includes(': ')) {
      expect(what).not.toContain(SECRET);
    }
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect(Reflect.get([], 'polluted')).toBeUndefined();
  return [...problems, ...warnings].map(({ where, what }) => `${where}: ${what}`);
}

const SECRET = 'hunter2-secret-token';

describe('a configuration file', () => {
  test.each(Object.entries(CONFIG_WRITERS))(
    '.%s damaged beside a secret does not quote it',
    async (each, write) => {
      const good = write([['chat.token', SECRET]]);
      for (const mark of ['"', "'", '{', '}', '[', ']', '=', ':', '\n', '\\', '#']) {
        await complaints(each, good.replace(SECRET, `${mark}${SECRET}`));
        await complaints(each, good.replace(SECRET, `${SECRET}${mark}${SECRET}`));
      }
    },
  );

  test.each([
    ['json', '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}'],
    ['json', '{"theme": {"options": {"__proto__": {"polluted": 1}}}}'],
    ['yaml', '__proto__:\n  polluted: 1\nconstructor: {prototype: {polluted: 1}}\n'],
    ['yaml', 'theme.options.__proto__.polluted: 1\n'],
    ['toml', '[__proto__]\npolluted = 1\n[constructor.prototype]\npolluted = 1\n'],
    ['hcl', '__proto__ { polluted = 1 }\nconstructor "prototype" { polluted = 1 }\n'],
    ['hcl', 'theme { options { __proto__ { polluted = 1 } } }\n'],
    ['ini', '[__proto__]\npolluted=1\n[constructor.prototype]\npolluted=1\n'],
    ['properties', '__proto__.polluted=1\nconstructor.prototype.polluted=1\n__proto__=1\n'],
    ['env', '__proto__.polluted=1\n__proto__=1\nconstructor.prototype.polluted=1\n'],
  ])('.%s cannot reach prototypes (%#)', async (each, content) => {
    await complaints(each, content);
  });

  test.each<[string, string, RegExp]>([
    ['yaml', 'a: &a {b: *a, c: *a}\n', /this section contains itself/],
    ['yaml', 'osc: &a\n  port: *a\n', /osc\.port/],
    ['yaml', 'webhook: {json: {art: &a [*a]}}\n', /webhook\.json\.art: only one value is allowed here/],
    [
      'yaml',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index]},`.repeat(9)}]\n`).join('')}`,
      /alias/i,
    ],
    ['json', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, /nest/],
    [
      'json',
      `{"osc": {"port": ${'['.repeat(5000)}${']'.repeat(5000)}}}`,
      /only one value is allowed here, not a list/,
    ],
    ['toml', `a = ${'{a='.repeat(3000)}1${'}'.repeat(3000)}`, /conf\.toml/],
    ['properties', `theme.options.${'a.'.repeat(5000)}a=1`, /nest at most/],
    ['toml', 'delay = 2026-01-01', /delay: this looks like a date; put it in quotes/],
    ['json', '{"chat": {"channel": 1234567890123456789}}', /too long to be kept exactly; put it in quotes/],
  ])('.%s with a trap gets one clear answer (%#)', async (each, content, answer) => {
    expect((await complaints(each, content)).join('\n')).toMatch(answer);
  });

  test.each([
    ['newlines', '\n'],
    ['blanks', ' '],
    ['settings', 'a=1\n'],
    ['mappings', 'a: 1\n'],
    ['quotes', '"'],
    ['backslashes', '\\'],
    ['brackets', '['],
    ['braces', '{'],
    ['dashes', '- '],
    ['comments', '# x\n'],
    ['dots', 'a.'],
    ['equals signs', '='],
    ['open quotes', "A='\n"],
    ['open comments', '/*'],
    ['open here-documents', '<<E\n'],
    ['anchors', '&a '],
    ['question marks', '? '],
  ])('full of %s is read or rejected in time', async (_, piece) => {
    const same = piece.repeat(Math.floor(LARGE_BYTES / piece.length));
    const distinct = Array.from({ length: LARGE_BYTES / 8 }, (_, index) => `k${index}${piece}`).join('');
    for (const each of ['json', 'toml', 'yaml', 'properties', 'hcl', 'env', 'ini']) {
      await complaints(each, same);
      await complaints(each, distinct.slice(0, LARGE_BYTES));
    }
  });

  test.each(['"', '[', '&a ', '[]'])(
    `of ${LARGEST_BYTES / 1024} KiB of %s is read or rejected in time`,
    async (piece) => {
      const said = await complaints('yaml', piece.repeat(Math.floor(LARGEST_BYTES / piece.length)));
      expect(said).toHaveLength(1);
    },
  );
});
