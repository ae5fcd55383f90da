/** Runs independent tools that judge our output. */
import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { isInstalled, LARGE_PROGRAMS, PROGRAMS } from '../../scripts/programs.js';

export type Tool = keyof typeof PROGRAMS | keyof typeof LARGE_PROGRAMS;

/** Returns the command or file. Throws one clear line if it is not installed. */
export function tool(command: Tool): Tool {
  if (!isInstalled(command)) {
    const packages: Readonly<Record<Tool, string>> = { ...PROGRAMS, ...LARGE_PROGRAMS };
    throw new Error(`this test needs ${command}: apt-get install ${packages[command]}`);
  }
  return command;
}

/** Runs a tool until the end of the test. `env` is added to the environment. */
export function startTool(command: Tool, args: readonly string[], env = {}): ChildProcess {
  // A process group of its own, so that all its processes end.
  const child = spawn(tool(command), args, {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, ...env },
  });
  onTestFinished(() => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid, 'SIGKILL');
    }
  });
  return child;
}

export function judge(
  command: Tool,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(tool(command), args, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 60_000,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, stdout, stderr }));
  });
}
