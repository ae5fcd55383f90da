import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serviceOptions } from '../live/service/src/options.ts';
import { commands, program } from '../src/commands/index.ts';
import { readInvocation } from '../src/settings/invocation.ts';
import { filesBelow, ROOT } from './support/files.ts';
import { SOMEWHERE } from './support/reference.ts';

interface Page {
  readonly path: string;
  readonly text: string;
}

const page = (path: string): Page => ({ path, text: readFileSync(join(ROOT, path), 'utf8') });
const below = (folder: string): Page[] =>
  filesBelow(join(ROOT, folder), '.md').map((file) => page(relative(ROOT, file)));

const GUIDES = [page('README.md'), page('docs/README.md'), ...below('docs/guide')];
const PAGES = [
  page('README.md'),
  page('ARCHITECTURE.md'),
  page('CONTRIBUTING.md'),
  page('CHANGELOG.md'),
  page('SECURITY.md'),
  page('SUPPORT.md'),
  page('CODE_OF_CONDUCT.md'),
  ...below('docs'),
  ...below('src'),
  ...below('packages'),
];

function linksOf({ text }: Page): string[] {
  const prose = withoutCode(text);
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target ?? '')
    .filter((target) => !/^[a-z]+:/.test(target));
}

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
}

function anchorsOf(text: string): string[] {
  return [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function isBroken({ path, text }: Page, link: string): boolean {
  const [target = '', anchor] = link.split('#');
  const file = target === '' ? join(ROOT, path) : resolve(ROOT, dirname(path), decodeURIComponent(target));
  if (!existsSync(file)) {
    return true;
  }
  return (
    anchor !== undefined &&
    !anchorsOf(target === '' ? text : readFileSync(file, 'utf8')).includes(decodeURIComponent(anchor))
  );
}

interface Typed {
  readonly line: string;
  readonly answer: string;
}

function typedLines({ text }: Page): Typed[] {
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block.split('\n'));
  return blocks.flatMap((lines) =>
    lines.flatMap((line, at) => {
      const typed = /^(?:\$ )?(?:node bin\/deckcast\.js|deckcast)( .*)$/.exec(line)?.[1];
      return typed === undefined ? [] : [{ line: typed.trim(), answer: lines.slice(at + 1).join('\n') }];
    }),
  );
}

/** Shell words, without variables and escapes. A `#` after a blank begins a comment. */
function words(line: string): string[] {
  return [...line.replace(/\s+#\s.*$/, '').matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single),
  );
}

async function problemsOf(line: string): Promise<string[]> {
  const { problems } = await readInvocation(program, words(line), SOMEWHERE);
  return (
    problems
      .map(({ where, what }) => `${where}: ${what}`)
      // The reader has that file or folder.
      .filter(
        (problem) => !/cannot read|ENOENT|is not a (file|folder)$|there is no (file|folder) /.test(problem),
      )
  );
}

/** Headings more than one level below the one before. */
function jumpsOf(text: string): string[] {
  const headings = text.replace(/^```[\s\S]*?^```$/gm, '').match(/^#+ .+$/gm) ?? [];
  const levelOf = (heading: string) => heading.indexOf(' ');
  return headings.filter((heading, at) => levelOf(heading) > levelOf(headings[at - 1] ?? ' ') + 1);
}

describe('the pages', () => {
  test('skip no level of headings, by which screen readers move', () => {
    expect(PAGES.flatMap(({ path, text }) => jumpsOf(text).map((heading) => `${path}: ${heading}`))).toEqual(
      [],
    );
  });

  test.each(PAGES)('$path links to pages and headings that exist', (one) => {
    expect(linksOf(one).filter((link) => isBroken(one, link))).toEqual([]);
  });

  test('are all found from the index', () => {
    const linked = linksOf(page('docs/README.md'));
    const lost = below('docs/guide').filter(({ path }) => !linked.includes(relative('docs', path)));
    expect(lost.map(({ path }) => path)).toEqual([]);
  });

  test('lead from the front door to every source and every sink', () => {
    expect(linksOf(page('README.md'))).toContain('docs/reference/parts.md');
  });
});

test('the README says how to run the checks, and .ci/run does exactly that', () => {
  const script = readFileSync(join(ROOT, '.ci/run'), 'utf8');
  const [, commands = ''] = script.split('cd "$(dirname "$0")/.."\n');
  expect(commands).toBe('npm ci\nnpm test\n');
  expect(page('README.md').text).toContain(`\`\`\`\n${commands}\`\`\`\n`);
});

test('no command line joins two with &&, which Windows PowerShell 5.1 does not know', () => {
  const joined = [...GUIDES, page('CONTRIBUTING.md')].flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:npm|npx|node|deckcast|git|cd) [^`\n]* && .*/g)].map(
      ([line]) => `${path}: ${line}`,
    ),
  );
  expect(joined).toEqual([]);
});

describe('the commands that a reader types', () => {
  test.each(GUIDES)('parse in $path, or fail with the message that the page shows', async (one) => {
    for (const { line, answer } of typedLines(one)) {
      const problems = await problemsOf(line);
      const untold = problems.filter((problem) => !answer.startsWith(`deckcast: ${problem}\n`));
      expect(untold, line).toEqual([]);
    }
  });

  test('exist, and wrong ones are found', async () => {
    expect(GUIDES.flatMap(typedLines).length).toBeGreaterThan(30);
    expect(await problemsOf('start --outfile.feature=now.txt')).toEqual([
      '--outfile.feature: unknown flag; did you mean --outfile.featured?',
    ]);
  });

  test('name no flag that no command accepts', async () => {
    const loaded = await Promise.all(commands.map((entry) => entry.load()));
    const tables = [serviceOptions, ...loaded.map(({ options }) => options)];
    const known = ['help', ...tables.flatMap((table) => Object.keys(table))];
    const unknown = GUIDES.flatMap(({ path, text }) =>
      text
        // CSS custom properties look like flags.
        .replace(/^```(css|html)\n[\s\S]*?^```$|`--opt-…`/gm, '')
        .split('\n')
        // These programs have flags of their own.
        .filter(
          (line) => !/\b(npm|npx|curl|docker|media-control|systemctl|journalctl|pw-record|parec) /.test(line),
        )
        .flatMap((line) => [...line.matchAll(/(?<![\w-])--([a-z][\w.-]*\w)/g)].map(([, name = '']) => name))
        // `--hide.regex` stands for all flags with this prefix.
        .filter((name) => !known.some((option) => option === name || option.startsWith(`${name}.`)))
        .map((name) => `${path}: --${name}`),
    );
    expect(unknown).toEqual([]);
  });

  test('name no command that does not exist', () => {
    const unknown = GUIDES.flatMap(({ path, text }) =>
      [...text.matchAll(/`deckcast ((?:[a-z]+ ?)+)/g)]
        .map(([, name = '']) => name.trim())
        .filter(
          (name) =>
            !commands.some(
              (entry) => `${name} `.startsWith(`${entry.name} `) || entry.name.startsWith(`${name} `),
            ),
        )
        .map((name) => `${path}: deckcast ${name}`),
    );
    expect(unknown).toEqual([]);
  });
});
