import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { testFolder } from '../../test/support/folder.ts';
import { findConfigFile, MAX_FILE_BYTES, readConfigFile } from './file.ts';

let folder: string;
beforeEach(async () => {
  folder = await testFolder();
});

async function write(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, content);
  return path;
}

describe('the search', () => {
  test('uses the first directory, and in it the first extension, and names the ignored files', async () => {
    const first = await write('config/conf.toml', 'a = 1');
    const second = await write('config/conf.yaml', 'a: 2');
    const third = await write('here/conf.json', '{"a": 3}');
    await write('config/conf.txt', 'a');
    const found = await findConfigFile([join(folder, 'config'), join(folder, 'here')]);
    expect(found).toMatchObject({ path: first, tree: { a: 1 }, passedOver: [second, third], problems: [] });
  });

  test('finds nothing in empty directories', async () => {
    expect(await findConfigFile([join(folder, 'empty'), join(folder, 'nowhere')])).toBeUndefined();
  });

  test('reads a directory once, even if it is listed twice', async () => {
    await write('twice/conf.env', 'A=1');
    const found = await findConfigFile([join(folder, 'twice'), join(folder, 'twice')]);
    expect(found?.passedOver).toEqual([]);
  });
});

describe('a file', () => {
  test.each([
    ['empty.yaml', ''],
    ['comment.yaml', '# nothing yet\n'],
    ['blank.json', ' \n'],
  ])('without settings is valid: %s', async (name, content) => {
    expect(await readConfigFile(await write(name, content))).toMatchObject({ tree: {}, problems: [] });
  });

  test('may begin with a byte-order mark and have any case in its extension', async () => {
    expect(await readConfigFile(await write('BOM.JSON', '\ufeff{"a": 1}'))).toMatchObject({ tree: { a: 1 } });
  });

  test('may be named like .env', async () => {
    expect(await readConfigFile(await write('dot/.env', 'A=x'))).toMatchObject({ tree: { A: 'x' } });
  });

  test.each<[string, string | Uint8Array, string, string]>([
    [
      'a.xml',
      '<a/>',
      'a.xml',
      'a configuration file ends in .json, .toml, .yaml, .yml, .properties, .props, ',
    ],
    ['big.yaml', ' '.repeat(MAX_FILE_BYTES + 1), 'big.yaml', 'a configuration file has at most 1 MiB'],
    ['utf16.ini', new Uint8Array([0xff, 0xfe, 0x61, 0]), 'utf16.ini', 'the file is UTF-16 text; save it as'],
    [
      'utf16be.ini',
      new Uint8Array([0xfe, 0xff, 0, 0x61]),
      'utf16be.ini',
      'the file is UTF-16 text; save it as',
    ],
    [
      'latin.ini',
      new Uint8Array([0x61, 0x3d, 0x0a, 0xe9]),
      'latin.ini:2',
      'not UTF-8 text; save it as UTF-8',
    ],
    ['control.ini', 'a=1\nb=\u0001', 'control.ini:2', 'control characters do not belong here'],
    ['list.json', '[1]', 'list.json', 'expected names with values'],
    ['text.yaml', 'hello', 'text.yaml', 'expected names with values'],
    ['broken.toml', 'a = 1\nb', 'broken.toml:2', 'a setting is written name = value'],
    ['deep.json', '{"a":'.repeat(100_000), 'deep.json:1', 'the file ends too early'],
    ['deep.yaml', `a: ${'['.repeat(100_000)}`, 'deep.yaml:1', 'nest at most 64 deep'],
    ['sections.yaml', `a:\n${'{a: '.repeat(100_000)}`, 'sections.yaml:2', 'nest at most 64 deep'],
    ['lists.yaml', `- ${'- '.repeat(100_000)}a`, 'lists.yaml:1', 'nest at most 64 deep'],
    ['keys.yaml', `${'? '.repeat(100_000)}a`, 'keys.yaml:1', 'nest at most 64 deep'],
    ['deep.toml', `a = ${'['.repeat(100_000)}`, 'deep.toml:1', 'nest'],
    ['deep.hcl', 'a {'.repeat(100_000), 'deep.hcl:1', 'nest at most 64 deep'],
    ['deep.ini', `[${'a.'.repeat(100_000)}a]\nb = 1`, 'deep.ini', 'nest'],
  ])('that is invalid gives one clear problem: %s', async (name, content, where, what) => {
    const { problems, tree } = await readConfigFile(await write(name, content));
    expect(problems).toHaveLength(1);
    expect(problems[0]?.where).toContain(where);
    expect(problems[0]?.what).toContain(what);
    expect(problems[0]?.what).not.toMatch(/\n| {2}at /);
    expect(tree).toEqual({});
  });

  test('on a disk that does not answer gives one clear problem', async () => {
    const disk = { read: () => Promise.reject(new Error('the disk is not responding')) };
    expect((await readConfigFile('/mnt/conf.yaml', disk)).problems).toEqual([
      {
        where: '/mnt/conf.yaml',
        what: expect.objectContaining({ id: 'settings.file-unreadable' }),
      },
    ]);
  });

  test.each([
    ['ENOENT', 'settings.file-missing'],
    ['EISDIR', 'settings.file-is-folder'],
    ['ELOOP', 'settings.file-link-leads-nowhere'],
    ['EACCES', 'settings.file-forbidden'],
  ])('that fails with %s is reported with its full path and advice', async (code, id) => {
    const disk = { read: () => Promise.reject(Object.assign(new Error(`${code}: failed`), { code })) };
    const { problems } = await readConfigFile('conf.yaml', disk);
    expect(problems).toEqual([{ where: resolve('conf.yaml'), what: expect.objectContaining({ id }) }]);
    expect(String(problems[0]?.what)).toContain('--conf');
  });

  test('that is a link to a missing file is found, and is no file that is missing', async () => {
    const folder = await testFolder();
    await symlink('none.yaml', join(folder, 'conf.yaml'));
    expect((await findConfigFile([folder]))?.problems).toMatchObject([
      { where: join(folder, 'conf.yaml'), what: { id: 'settings.file-link-leads-nowhere' } },
    ]);
  });

  test('that is broken is reported with its full path', async () => {
    const path = await write('broken.yaml', 'a: [1\nb: 2\n');
    expect((await readConfigFile(path)).problems).toMatchObject([{ where: `${path}:1` }]);
  });
});
