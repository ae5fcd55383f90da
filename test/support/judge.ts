/** Runs other people's tools, so that they can judge what we write. */
import { spawn } from 'node:child_process';

/** The Debian package of each tool. */
const PACKAGES = {
  cuebreakpoints: 'cuetools',
  cueprint: 'cuetools',
  oscdump: 'liblo-tools',
  shnsplit: 'shntool',
  tshark: 'tshark',
} as const;

export type Tool = keyof typeof PACKAGES;

export interface JudgedMatch {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a test says when a tool it needs is not there. */
export function missing(tool: Tool): Error {
  return new Error(`this test needs ${tool}: apt-get install ${PACKAGES[tool]}`);
}

/** Runs a tool to its end. Rejects with one clear line when it is not installed. */
export function judge(
  tool: Tool,
  args: readonly string[],
  options: { cwd?: string } = {},
): Promise<JudgedMatch> {
  return new Promise((resolve, reject) => {
    const child = spawn(tool, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('error', (error) => {
      reject('code' in error && error.code === 'ENOENT' ? missing(tool) : error);
    });
    child.once('close', (status) => resolve({ status, stdout, stderr }));
  });
}
