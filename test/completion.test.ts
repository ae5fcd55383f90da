import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { program } from '../src/commands/index.ts';
import { completionsFor } from '../src/settings/completion.ts';
import { afterTest } from './support/clean-up.ts';
import { ROOT } from './support/files.ts';
import { testFolder } from './support/folder.ts';
import { FULL_LENGTH } from './support/full-length.ts';
import { tool } from './support/judge.ts';
import { waitFor } from './support/wait.ts';

const EXECUTABLE = join(ROOT, 'bin', 'deckcast.js');

async function home(): Promise<{ folder: string; env: Record<string, string> }> {
  const folder = await testFolder();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  mkdirSync(join(folder, 'music'));
  writeFileSync(join(folder, 'notes.txt'), '');
  writeFileSync(join(bin, 'deckcast'), `#!/bin/sh\nexec '${process.execPath}' '${EXECUTABLE}' "$@"\n`);
  chmodSync(join(bin, 'deckcast'), 0o755);
  const path = `${bin}:/usr/local/bin:/usr/bin:/bin`;
  return { folder, env: { HOME: folder, PATH: path, TERM: 'dumb', LC_ALL: 'C.UTF-8', PS1: '' } };
}

/** Presses Tab behind `typed` in an interactive shell and returns the resulting line. */
class Terminal {
  readonly #child: ChildProcess;
  #output = '';

  constructor(shell: string, { folder, env }: Awaited<ReturnType<typeof home>>) {
    this.#child = spawn('script', ['-qefc', shell, '/dev/null'], { cwd: folder, env, stdio: 'pipe' });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
    });
  }

  async prepare(...lines: readonly string[]): Promise<void> {
    this.#child.stdin?.write(`${[...lines, "printf 'rea%s\\n' dy"].join('\n')}\n`);
    await this.#find('the shell', /ready/);
  }

  /**
   * Ctrl-T prints the line and empties it (bound by `prepare`). While the shell hands the terminal to a command, the
   * kernel itself acts on Ctrl-U and similar keys, so tests type only text, Tab and Ctrl-T.
   */
  async lineAfterTab(typed: string): Promise<string> {
    this.#output = '';
    this.#child.stdin?.write(`${typed}\t`);
    this.#child.stdin?.write('\x14');
    return this.#find(`the completion of ${typed}`, /LINE<([^>]*)>/);
  }

  #find(what: string, expression: RegExp): Promise<string> {
    const newLines = () => {
      const found = expression.exec(this.#output);
      return found === null ? undefined : (found[1] ?? found[0]);
    };
    return waitFor(what, newLines, () => this.#output);
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.kill();
    await ended;
  }
}

/** Differs between shells. */
const COMPLETED: readonly (readonly [string, string])[] = [
  ['deckcast start --outfile.fea', 'deckcast start --outfile.featured '],
  ['deckcast start --log.format=js', 'deckcast start --log.format=json '],
  ['deckcast start --outfile.featured no', 'deckcast start --outfile.featured notes.txt '],
  ['deckcast start --theme.dir=mu', 'deckcast start --theme.dir=music/'],
];
/** Computed by the program, alike in every shell. */
const KNOWN: readonly (readonly [string, string])[] = [
  ['deckcast sta', 'deckcast start '],
  ['deckcast config ch', 'deckcast config check '],
  ['deckcast completion fi', 'deckcast completion fish '],
  ['deckcast help vers', 'deckcast help version '],
  ['deckcast start --log.format js', 'deckcast start --log.format json '],
  ['deckcast start --theme.internal sliderst', 'deckcast start --theme.internal sliderstreaming '],
  ['deckcast start --source mediacontrolt', 'deckcast start --source mediacontroltcp '],
  ['deckcast start --source softa,ser', 'deckcast start --source softa,serato '],
  ['deckcast start --detection.algorithm al', 'deckcast start --detection.algorithm altlead '],
  ['deckcast start --hide.color lime', 'deckcast start --hide.color limegreen '],
  ['deckcast start --log.level=wa', 'deckcast start --log.level=warn '],
];
const OF_FILES = [
  'deckcast start --outfile.featured=no',
  'deckcast start --outfile.featured=notes.txt ',
] as const;
const IN_SHELLS = FULL_LENGTH ? [...COMPLETED, OF_FILES, ...KNOWN] : COMPLETED;

test.each(KNOWN)('%j is completed', async (typed, completed) => {
  const { candidates } = await completionsFor(program, typed.split(' ').slice(1));
  expect(candidates.map(([word]) => word)).toEqual([completed.trim().split(' ').at(-1)]);
});

test.each([
  [
    'bash',
    '--norc --noprofile -i',
    [
      "bind 'set enable-bracketed-paste off'",
      'source <(deckcast completion bash)',
      `bind -x '"\\C-t": printf "LINE<%s>\\n" "$READLINE_LINE"; READLINE_LINE= READLINE_POINT=0'`,
    ],
  ],
  [
    'zsh',
    '-f -i',
    [
      'unset zle_bracketed_paste; autoload -U compinit; compinit -D -u',
      'source <(deckcast completion zsh)',
      'show() { print -r -- "LINE<$BUFFER>"; BUFFER= }; zle -N show; bindkey -e; bindkey "^T" show',
    ],
  ],
] as const)('%s completes commands, flags, values and files', async (shell, flags, preparation) => {
  const terminal = new Terminal(`${tool(shell)} ${flags}`, await home());
  afterTest(() => terminal.close());
  await terminal.prepare(...preparation);
  for (const [typed, completed] of IN_SHELLS) {
    expect(await terminal.lineAfterTab(typed)).toBe(completed);
  }
});

test('fish completes commands with descriptions, flags, values and files', async () => {
  const { folder, env } = await home();
  const script =
    'source (deckcast completion fish | psub); for typed in $argv; complete -C "$typed"; echo ---; end';
  const options = { cwd: folder, env, encoding: 'utf8' } as const;
  const typed = ['deckcast vers', ...IN_SHELLS.map(([line]) => line)];
  const answer = execFileSync(tool('fish'), ['--no-config', '-c', script, ...typed], options);
  const [version, ...offers] = answer.split('---\n');
  expect(version).toBe('version\tprint the build information\n');
  for (const [index, [line, completed]] of IN_SHELLS.entries()) {
    const words = (offers[index] ?? '').split('\n').map((offer) => offer.split('\t', 1).join());
    expect(words, line).toContain(completed.trim().split(' ').at(-1));
  }
});

test('the PowerShell script registers a native completer and its brackets match', () => {
  const script = execFileSync(process.execPath, [EXECUTABLE, 'completion', 'powershell'], {
    encoding: 'utf8',
  });
  expect(script).toContain("Register-ArgumentCompleter -Native -CommandName 'deckcast' -ScriptBlock {");
  // Leaves only brackets of the language.
  const code = script.replace(/^\s*#.*$/gm, '').replace(/'[^']*'|"(?:`.|[^"`])*"/g, '""');
  const open: string[] = [];
  for (const [bracket] of code.matchAll(/[{}()[\]]/g)) {
    if ('{(['.includes(bracket)) {
      open.push(bracket);
    } else {
      expect(`${open.pop()}${bracket}`).toMatch(/^(\{\}|\(\)|\[\])$/);
    }
  }
  expect(open).toEqual([]);
  expect(code).not.toContain("'");
});
