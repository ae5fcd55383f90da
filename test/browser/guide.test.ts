/** Follows the guide word for word. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeDisk } from '../../src/host/disk/node-disk.js';
import { checkTheme } from '../../src/web/theme/check.ts';
import { cleanUps } from '../support/clean-up.ts';
import { ROOT } from '../support/files.ts';
import { testFolder } from '../support/folder.ts';
import { startProgram } from '../support/program.ts';
import { startServer } from '../support/server.ts';
import { resize, testPages } from './browser.ts';
import { layoutProblems } from './geometry.ts';

const later = cleanUps();
const pages = testPages();

const guide = await readFile(join(ROOT, 'docs/guide/your-own-theme.md'), 'utf8');
/** "Put this into `name`:" and its block. */
const files = [...guide.matchAll(/into `([\w./-]+)`:\n\n```\w+\n([\s\S]*?)```/g)];
const commands = [...guide.matchAll(/^```sh\n(.*)\n```$/gm)].map(([, command = '']) => command);

test("the guide's theme works in every size and with every kind of track", async () => {
  const folder = await testFolder();
  const [make = '', start = '', check = ''] = commands;

  expect(await run(make, folder)).toBe(0);
  expect(files.map(([, name]) => name)).toEqual([
    'evening/index.html',
    'evening/style.css',
    'evening/theme.json',
  ]);
  for (const [, name = '', text = ''] of files) {
    await writeFile(join(folder, name), text);
  }
  expect(await run(check, folder)).toBe(0);
  expect(await checkTheme(join(folder, 'evening'), nodeDisk)).toEqual({ broken: [], doubtful: [] });
  expect(start).toContain('--theme.dir=evening');

  const server = await startServer({ 'theme.dir': join(folder, 'evening') });
  later(server.stop);
  const { page, errors } = await pages.open(350, 90);
  for (const sample of ['usual', 'long', 'emoji', 'cjk', 'rtl', 'noart']) {
    await page.goto(`${server.url}?demo=${sample}&accent=58e0b5`);
    await page.waitForFunction(() => document.documentElement.dataset.state === 'visible');
    for (const [width, height] of [
      [800, 160],
      [1920, 1080],
      [350, 90],
    ] as const) {
      await resize(page, width, height);
      expect(await layoutProblems(page), `${sample} at ${width}`).toEqual([]);
    }
  }
  const color = await page.locator('.artist').evaluate((element) => getComputedStyle(element).color);
  expect(color).toBe('rgb(88, 224, 181)');
  expect(errors).toEqual([]);
});

/** Exit status of a line of the guide. */
async function run(line: string, folder: string): Promise<number | null> {
  const [name, ...args] = line.split(' ');
  expect(name).toBe('deckcast');
  const program = await startProgram(args.map((arg) => (arg === 'evening' ? join(folder, arg) : arg)));
  const { status } = await program.ended;
  await program.stop();
  return status;
}
