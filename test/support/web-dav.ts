/** Debian's nginx as a WebDAV server with the settings of the guide. */
import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { testFolder } from './folder.ts';
import { freePort } from './free-port.ts';
import { tool } from './judge.ts';
import { type NginxPlace, PASSWORDS, webDavConfiguration } from './nginx.ts';
import { waitFor } from './wait.ts';

export async function webDav({
  http = '',
  server: more = '',
}: Partial<Pick<NginxPlace, 'http' | 'server'>> = {}) {
  const folder = await testFolder();
  const root = join(folder, 'www');
  await mkdir(root);
  // Its workers drop root's rights.
  await Promise.all([folder, root].map((path) => chmod(path, 0o777)));
  const port = await freePort();
  const configuration = join(folder, 'nginx.conf');
  await writeFile(join(folder, 'passwords'), PASSWORDS);
  await writeFile(configuration, webDavConfiguration({ folder, root, port, http, server: more }));
  const start = async () => {
    const server = spawn(tool('nginx'), ['-c', configuration], { stdio: 'ignore' });
    const stop = () => {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      return gone;
    };
    onTestFinished(async () => void (server.exitCode === null && (await stop())));
    await waitFor('nginx', () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => undefined,
      ),
    );
    return stop;
  };
  const host = `127.0.0.1:${port}`;
  const read = (path: string) => fetch(`http://${host}/tonight/${path}`);
  const text = async (path: string) => (await read(path).catch(() => undefined))?.text() ?? '';
  return { host, root, start, read, text, pictures: () => readdir(join(root, 'tonight', 'art')) };
}
