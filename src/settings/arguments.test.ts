import { expect, test } from 'vitest';
import { defineOptions } from '../core/option.ts';
import { readArguments, wordPositions } from './arguments.ts';
import { choice, flag, list, map, text } from './kinds.ts';

const table = defineOptions('Command flags', {
  'log.file': { kind: text, default: '', help: '' },
  'log.line': { kind: flag, default: false, help: '', words: 'place row' },
  'osc.max_devices': { kind: text, default: '', help: '' },
  paths: { kind: list, default: [], help: '' },
  'theme.options': { kind: map, default: {}, help: '' },
});
const read = (line: string) => readArguments(table, line.split(' '));

test.each([
  [
    'a flag takes its value after = or as the next word, whatever that looks like',
    '--log.file=a --log.file --log.line --log.file=b=c --log.file=',
    ['log.file=a', 'log.file=--log.line', 'log.file=b=c', 'log.file='],
    [],
  ],
  [
    'a bool stands alone and takes a value only after =',
    '--log.line false --log.line=false',
    ['log.line=true', 'log.line=false'],
    ['false'],
  ],
  [
    'flags may be spelled with dashes',
    '--log-file=a --osc-max-devices=b',
    ['log.file=a', 'osc.max_devices=b'],
    [],
  ],
  [
    'flags mix with arguments until --',
    'a --log.line - -- --log.file -h',
    ['log.line=true'],
    ['a', '-', '--log.file', '-h'],
  ],
])('%s: %s', (_, line, flags, words) => {
  const { given, positionals, problems } = read(line);
  expect(given.map(({ name, text: value }) => `${name}=${value}`)).toEqual(flags);
  expect([positionals, problems]).toEqual([words, []]);
});

test.each([
  ['--log.fiel=secret', '--log.fiel', 'unknown flag; did you mean --log.file?'],
  ['--file', '--file', 'unknown flag; did you mean --log.file?'],
  ['--zzz', '--zzz', 'unknown flag; --help lists the flags'],
  ['-log.file', '-log.file', 'unknown flag; did you mean --log.file?'],
  ['--theme.options=x', '--theme.options', 'unknown flag; --help lists the flags'],
  ['-verison', '-verison', 'unknown flag; did you mean --version?'],
  ['--log=x', '--log', 'unknown flag; did you mean --log.file or --log.line?'],
  ['--osc=1', '--osc', 'unknown flag; did you mean --osc.max_devices?'],
  ['--place=1', '--place', 'unknown flag; did you mean --log.line?'],
  ['--plaec=1', '--plaec', 'unknown flag; did you mean --log.line?'],
  ['--max_devcies=1', '--max_devcies', 'unknown flag; did you mean --osc.max_devices?'],
  ['--log.file', '--log.file', 'this flag needs a value'],
])('%s is a problem that names the flag and the one that was meant, but no value', (word, where, what) => {
  expect(read(word).problems).toEqual([{ where, what }]);
});

test('a flag for help is found anywhere', () => {
  const asksForHelp = (line: string) => read(line).help;
  expect(['a -h', '--help', '--log.file -h'].map(asksForHelp)).toEqual([true, true, false]);
});

test('words of a command are neither flags nor values of flags', () => {
  const argv = ['--log.file', 'x', 'config', '--log.line', 'check', '--log.file=y', '--', 'z'];
  expect(wordPositions(table, argv)).toEqual([2, 4]);
});

test('a flag without its value is shown with one', () => {
  const shown = defineOptions('Command flags', {
    report: { kind: text, default: '', help: '', example: 'report.zip' },
    shell: { kind: choice(['bash', 'zsh']), default: 'bash', help: '' },
    title: { kind: text, default: 'Tracklist', help: '' },
    plain: { kind: text, default: '', help: '' },
  });
  const problemOf = (word: string) => readArguments(shown, [word]).problems[0]?.what;
  expect(['--report', '--shell', '--title', '--plain'].map(problemOf)).toEqual([
    'this flag needs a value, such as --report=report.zip',
    'this flag needs a value, such as --shell=bash',
    'this flag needs a value, such as --title=Tracklist',
    'this flag needs a value',
  ]);
});
