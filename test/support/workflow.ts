/** The workflows of the repository, and their steps by hand. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { ROOT } from './files.ts';
import { testFolder } from './folder.ts';
import { tool } from './judge.ts';

export const workflow = (name: string) =>
  parse(readFileSync(join(ROOT, `.github/workflows/${name}.yml`), 'utf8'));

/** Of a release that these tests make. */
export const TAG = `v${packageJson.version}`;

interface Step {
  readonly run?: string;
  readonly if?: string;
}

export interface JobRun {
  readonly folder: string;
  /** In place of what the workflow's expressions stand for. */
  readonly values?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The step as it is run here; undefined leaves it out. */
  readonly change?: (step: string) => string | undefined;
}

/** Runs the steps of a job of the release one after the other, as a runner with Linux does; what they said. */
export async function runJob(
  job: string,
  { folder, values = {}, env = {}, change = (step) => step }: JobRun,
) {
  const temporary = await testFolder();
  const steps: readonly Step[] = workflow('release').jobs[job].steps;
  const commands = steps
    .filter((step) => step.if !== "runner.os == 'Windows'")
    .flatMap(({ run }) => (run === undefined ? [] : (change(run) ?? [])))
    .map((run) => run.replace(/\$\{\{ (.+?) \}\}/g, (_, name: string) => values[name] ?? ''));
  const outputs: string[] = [];
  for (const command of commands) {
    const child = spawn(tool('bash'), ['-ec', command], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: temporary,
        RUNNER_TEMP: temporary,
        GITHUB_REF_NAME: TAG,
        // Nothing is fetched from a repository that a name was mistaken for.
        GIT_ALLOW_PROTOCOL: 'none',
        ...env,
      },
    });
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    const said = `${stdout}${stderr}`;
    expect(status, `${command}\n${said}`).toBe(0);
    outputs.push(said);
  }
  return outputs;
}
