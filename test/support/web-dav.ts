/** Debian's nginx as a web server that takes files by WebDAV, with the settings that the guide shows. */
import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { testFolder } from './folder.ts';
import { freePort } from './free-port.ts';
import { tool } from './judge.ts';
import { waitFor } from './wait.ts';

/** `admin:secret`, as the file of names and passwords has it. */
const PASSWORDS = 'admin:{PLAIN}secret\n';

/** What more nginx is told: beside the server, and in it. */
interface More {
  readonly http?: string;
  readonly server?: string;
}

export async function webDav({ http = '', server: more = '' }: More = {}) {
  const folder = await testFolder();
  const root = join(folder, 'www');
  await mkdir(root);
  // Its workers give up root's rights.
  await Promise.all([folder, root].map((path) => chmod(path, 0o777)));
  const port = await freePort();
  const configuration = join(folder, 'nginx.conf');
  await writeFile(join(folder, 'passwords'), PASSWORDS);
  await writeFile(
    configuration,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events {}
http {
  types { text/html html; text/css css; text/javascript js; application/json json; image/png png; image/svg+xml svg; }
  ${http}
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/t1; fastcgi_temp_path ${folder}/t2; uwsgi_temp_path ${folder}/t3; scgi_temp_path ${folder}/t4;
  server {
    listen 127.0.0.1:${port};
    root ${root};
    ${more}
    location /tonight/ {
      index index.html;
      dav_methods PUT DELETE MKCOL;
      create_full_put_path on;
      client_max_body_size 1m;
      add_header Cache-Control "public, max-age=5";
      limit_except GET HEAD { auth_basic deckcast; auth_basic_user_file ${folder}/passwords; }
    }
  }
}`,
  );
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
