import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sceneCollection } from '../src/clients/obs/scene-collection.ts';
import { commands, program } from '../src/commands/index.ts';
import { PLACEHOLDERS } from '../src/core/template.ts';
import { startOptions } from '../src/operator/options.ts';
import { readInvocation } from '../src/settings/invocation.ts';
import { SAMPLE_FORMATS, sampleFile } from '../src/settings/sample.ts';
import { ROOT } from './support/files.ts';
import { testFolder } from './support/folder.ts';
import { manualPage } from './support/manual.ts';
import { openApi } from './support/openapi.ts';
import {
  commandsPage,
  errorsPage,
  optionsPage,
  optionTitles,
  partsPage,
  SOMEWHERE,
} from './support/reference.ts';

const reference = (name: string) => join(ROOT, 'docs', 'reference', name);
const golden = (name: string) => join(ROOT, 'test', 'golden', name);

/** Standard output of a command line. */
async function answer(...argv: string[]): Promise<string> {
  const { command, resolution, args } = await readInvocation(program, argv, SOMEWHERE);
  let printed = '';
  const context = {
    settings: resolution.settings,
    resolution,
    args,
    environment: SOMEWHERE,
    print: (text: string) => {
      printed += text;
    },
  };
  // `help` and `completion` use no other part of their context.
  await command.run(context as unknown as Parameters<typeof command.run>[0]);
  return printed;
}

test('the reference pages match the code (`npm run docs` writes them)', async () => {
  await expect(optionsPage()).toMatchFileSnapshot(reference('options.md'));
  await expect(await partsPage()).toMatchFileSnapshot(reference('parts.md'));
  await expect(await commandsPage()).toMatchFileSnapshot(reference('commands.md'));
  await expect(await errorsPage(await testFolder())).toMatchFileSnapshot(reference('errors.md'));
  await expect(await manualPage()).toMatchFileSnapshot(reference('deckcast.1'));
  await expect(optionTitles()).toMatchFileSnapshot(join(ROOT, 'texts', 'options', 'en.json'));
});

test('the scene collection of the guide has the usual overlay', async () => {
  const look = join(ROOT, 'themes', 'default', 'theme.json');
  const { size } = JSON.parse(readFileSync(look, 'utf8'));
  const source = { name: startOptions['obs.source'].default, url: 'http://127.0.0.1:9090/', ...size };
  await expect(sceneCollection(source)).toMatchFileSnapshot(join(ROOT, 'docs', 'guide', 'deckcast-obs.json'));
});

test('the API description is the one that the server serves', async () => {
  await expect(`${JSON.stringify(openApi(), undefined, 2)}\n`).toMatchFileSnapshot(reference('openapi.json'));
});

test.each(SAMPLE_FORMATS)('the sample configuration in %s is the documented one', async (format) => {
  const { conf: _, ...table } = startOptions;
  await expect(sampleFile(table, format, SOMEWHERE)).toMatchFileSnapshot(reference(`conf.sample.${format}`));
});

test.each([
  ['help', []],
  ['help-start', ['start']],
  ['help-config', ['config']],
  ['help-config-init', ['config', 'init']],
  ['help-completion', ['completion']],
])('the page %s matches the golden file', async (name, args) => {
  await expect(await answer('help', ...args)).toMatchFileSnapshot(golden(`${name}.txt`));
});

test('the help of start names the same environment variables as the guide', async () => {
  const guide = readFileSync(join(ROOT, 'docs/guide/files-chat-osc-webhook.md'), 'utf8');
  const [, table = ''] = guide.split('## Text for anything');
  const named = new Set(table.split('## Files')[0]?.match(/\$[A-Z_]+\$/g));
  const help = await answer('help', 'start');
  expect([...named].toSorted()).toEqual(PLACEHOLDERS.toSorted());
  expect([...named].filter((variable) => !help.includes(variable))).toEqual([]);
});

test('help is the same for every spelling of the request', async () => {
  expect(await answer()).toBe(await answer('help'));
  expect(await answer('-h')).toBe(await answer('help'));
  expect(await answer('start', '--osc.port=0', '--help')).toBe(await answer('help', 'start'));
  expect(await answer('config')).toBe(await answer('help', 'config'));
  await expect(answer('help', 'strat')).rejects.toThrow('strat: unknown command; did you mean start?');
});

test('every command has a page no wider than 100 columns', async () => {
  for (const { name } of commands) {
    const page = await answer('help', ...name.split(' '));
    expect(page).toContain(`deckcast ${name} `);
    expect(page.split('\n').filter((line) => line.length > 100)).toEqual([]);
  }
});
