import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../test/support/folder.ts';
import { RunError, UsageError } from '../core/errors.ts';
import { nodeDisk } from '../host/disk/node-disk.js';
import { writeStages } from './page-stages.ts';

async function writeTo(folder: string, ...stages: readonly string[]): Promise<string> {
  await writeStages({
    args: [folder, ...stages],
    settings: { title: 'Open <air>' },
    tools: { disk: nodeDisk },
    print: () => undefined,
  });
  return readFile(join(folder, 'index.html'), 'utf8');
}

test('links each stage under any name and in any folder', async () => {
  const folder = join(await testFolder(), 'festival');
  const html = await writeTo(folder, 'Main & <b>=main', 'tent/', 'Garden = https://example.org/garden');
  expect(html).toContain('<h1 dir="auto">Open &#60;air&#62;</h1>');
  const links = [...html.matchAll(/<li data-folder="([^"]*)"><h2 dir="auto"><a href="([^"]*)">(.*?)<\/a>/g)];
  expect(links.map(([, read, opened, name]) => [read, opened, name])).toEqual([
    ['main/', 'main/', 'Main &#38; &#60;b&#62;'],
    ['tent/', 'tent/', 'tent'],
    ['https://example.org/garden/', 'https://example.org/garden/', 'Garden'],
  ]);
  expect((await readdir(folder)).sort()).toEqual([
    'barlow-condensed-700-latin.woff2',
    'icon.svg',
    'index.html',
    'inter-latin.woff2',
    'page.css',
    'sleeve.svg',
    'stages.css',
    'stages.js',
    'sure.js',
    'wordmark.svg',
    'words.js',
  ]);
});

test('overwrites its own page for other stages, even beside their folders', async () => {
  const folder = await testFolder();
  await mkdir(join(folder, 'main'));
  await writeTo(folder, 'main/');
  expect(await writeTo(folder, 'main/', 'tent/')).toContain('tent/');
});

test('refuses to overwrite another page', async () => {
  const folder = await testFolder();
  await writeFile(join(folder, 'index.html'), '<title>mine</title>');
  const refused = writeTo(folder, 'main/');
  await expect(refused).rejects.toThrow(RunError);
  await expect(refused).rejects.toThrow(/index\.html is another page: name another folder/);
  expect(await readdir(folder)).toEqual(['index.html']);
});

test.each(['', 'Main=', '=main/', ' =', 'Main=javascript:alert(1)', 'Main=file:///etc/', 'https://['])(
  'refuses the stage %j',
  async (stage) => {
    const folder = await testFolder();
    const refused = writeTo(folder, stage);
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(/Main floor=main\//);
    expect(await readdir(folder)).toEqual([]);
  },
);
