import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../../test/support/folder.ts';
import { Driver, type DriverClass, nodesOwn } from './driver.js';

const own = nodesOwn();
const drivers: readonly (readonly [string, DriverClass])[] = [
  ['libsql', Driver],
  // Node 20 has no driver.
  ...(own === undefined ? [] : [["Node's own", own] as const]),
];

describe.each(drivers)('the driver %s', (_, EitherDriver) => {
  const opened = (address: string) => {
    const connection = new EitherDriver(address, { timeout: 0 });
    onTestFinished(() => void connection.close());
    return connection;
  };

  async function withTrack() {
    const path = join(await testFolder(), 'some.db');
    const connection = opened(path);
    connection.exec('CREATE TABLE track (title TEXT UNIQUE, art BLOB)');
    return { path, connection };
  }

  test('stores and finds values by position and by name', async () => {
    const { connection } = await withTrack();
    const art = Buffer.from([0, 255]);
    expect(connection.prepare('INSERT INTO track VALUES (?, ?)').run(['Blue', art])).toMatchObject({
      changes: 1,
    });
    connection.prepare('INSERT INTO track VALUES (@title, @art)').run({ title: 'Red', art: null });
    const rows = connection.prepare('SELECT title, art FROM track ORDER BY title').all([]);
    expect(rows.map((row) => Object.values(row as object))).toEqual([
      ['Blue', expect.anything()],
      ['Red', null],
    ]);
    expect(Buffer.from((rows[0] as { art: Uint8Array }).art)).toEqual(art);
  });

  test('reports errors by code', async () => {
    const { path, connection } = await withTrack();
    const reader = pathToFileURL(path);
    reader.searchParams.set('mode', 'ro');
    const code = (run: () => unknown): unknown => {
      try {
        run();
      } catch (error) {
        return (error as { code?: unknown }).code;
      }
      return undefined;
    };
    expect(code(() => opened(reader.href).exec("INSERT INTO track VALUES ('x', NULL)"))).toBe(
      'SQLITE_READONLY',
    );
    connection.exec('BEGIN EXCLUSIVE');
    expect(code(() => opened(path).exec('BEGIN IMMEDIATE'))).toBe('SQLITE_BUSY');
    const text = join(await testFolder(), 'text.db');
    await writeFile(text, 'This is not a database. '.repeat(50));
    expect(code(() => opened(text).prepare('SELECT * FROM track').all([]))).toBe('SQLITE_NOTADB');
  });
});

test("falls back to Node's driver without libsql, or names the missing library", async () => {
  const folder = await testFolder();
  await mkdir(join(folder, 'sqlite'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(
    join(folder, 'sqlite', 'driver.js'),
    await readFile(new URL('driver.js', import.meta.url), 'utf8'),
  );
  const script = `import('./sqlite/driver.js').then(
    ({ Driver }) => console.log(new Driver(':memory:', { timeout: 0 }).prepare('SELECT 7 AS n').all([])[0].n),
    ({ message }) => console.log(message))`;
  const said = execFileSync(process.execPath, ['--no-warnings', '-e', script], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(said).toMatch(own === undefined ? /^Cannot find package 'libsql'/ : /^7\n$/);
});

test('loads without asking a name server for connected computers', () => {
  const script = `const { getReport } = process.report;
    process.report.getReport = () => {
      const report = getReport.call(process.report);
      console.log(JSON.stringify(Object.keys(report.header)));
      return report;
    };
    import(${JSON.stringify(new URL('driver.js', import.meta.url))});`;
  const said = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  expect(said.includes('nodejsVersion')).toBe(process.platform === 'linux');
  // Left out together with the connections' names.
  expect(said).not.toContain('networkInterfaces');
});
