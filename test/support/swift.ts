/** OpenStack Swift, which speaks S3 and compares signatures: a store of one disk, on ports of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { testFolder } from './folder.ts';
import { freePort } from './free-port.ts';
import { judge, tool } from './judge.ts';
import { waitFor } from './wait.ts';

const PARTS = ['account', 'container', 'object'] as const;

export const SWIFT_KEY = { id: 'test:tester', secret: 'testing/secret', region: 'us-east-1' };

/** `host:port` of the store. */
export async function startSwift(): Promise<string> {
  const folder = await testFolder();
  await mkdir(join(folder, 'disk', 'd1'), { recursive: true });
  await writeFile(join(folder, 'swift.conf'), '[storage-policy:0]\nname = Policy-0\ndefault = yes\n');
  for (const part of PARTS) {
    const port = await freePort();
    const rings = join(folder, `${part}.builder`);
    for (const step of [
      ['create', '4', '1', '1'],
      ['add', `r1z1-127.0.0.1:${port}/d1`, '1'],
      ['rebalance'],
    ]) {
      await judge('swift-ring-builder', [rings, ...step]);
    }
    await serve(folder, part, port, partConfiguration(folder, part));
    await untilAnswers(port);
  }
  const port = await freePort();
  await serve(folder, 'proxy', port, PROXY);
  await untilAnswers(port);
  return `127.0.0.1:${port}`;
}

function untilAnswers(port: number): Promise<true> {
  return waitFor('Swift', () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => undefined,
    ),
  );
}

function partConfiguration(folder: string, part: (typeof PARTS)[number]): string {
  return `devices = ${folder}/disk\nmount_check = false
[pipeline:main]\npipeline = ${part}-server
[app:${part}-server]\nuse = egg:swift#${part}\n`;
}

/** It wants a cache, and makes no account without; that nobody answers there is no matter. */
const PROXY = `[pipeline:main]\npipeline = catch_errors cache s3api tempauth copy slo dlo proxy-server
[app:proxy-server]\nuse = egg:swift#proxy\nallow_account_management = true\naccount_autocreate = true
[filter:tempauth]\nuse = egg:swift#tempauth\nuser_test_tester = ${SWIFT_KEY.secret} .admin
[filter:cache]\nuse = egg:swift#memcache\nmemcache_servers = 127.0.0.1:1
[filter:s3api]\nuse = egg:swift#s3api\nlocation = ${SWIFT_KEY.region}
${['copy', 'slo', 'dlo', 'catch_errors'].map((name) => `[filter:${name}]\nuse = egg:swift#${name}`).join('\n')}\n`;

async function serve(
  folder: string,
  part: 'proxy' | (typeof PARTS)[number],
  port: number,
  rest: string,
): Promise<void> {
  const configuration = join(folder, `${part}.conf`);
  await writeFile(
    configuration,
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = root\nswift_dir = ${folder}\n${rest}`,
  );
  const child: ChildProcess = spawn(tool(`swift-${part}-server`), [configuration], { stdio: 'ignore' });
  onTestFinished(async () => {
    if (child.exitCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
  });
}
