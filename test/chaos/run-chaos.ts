import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { ROOT } from '../support/files.ts';
import { bundleChaos } from './bundle.js';

interface ChaosEnd {
  readonly status: number;
  readonly stdout: string;
}

/** Child process: whole programs start and die there. `within`: command prefix. */
export async function runChaos(
  args: readonly string[],
  { within = [] }: { readonly within?: readonly string[] } = {},
): Promise<ChaosEnd> {
  const folder = await mkdtemp(join(ROOT, 'node_modules', '.chaos-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const script = await bundleChaos(folder);
  const [command = process.execPath, ...rest] = [...within, process.execPath, script, ...args];
  return promisify(execFile)(command, rest).then(
    ({ stdout }) => ({ status: 0, stdout }),
    ({ code, stdout, stderr }) => ({ status: code ?? Number.NaN, stdout: `${stdout}${stderr}` }),
  );
}
