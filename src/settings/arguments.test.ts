import { describe, expect, test } from 'vitest';
import { defineOptions } from '../core/option.ts';
import { readArguments, wordPositions } from './arguments.ts';
import { flag, list, map, text } from './kinds.ts';

const table = defineOptions('Command flags', {
  'log.file': { kind: text, default: '', help: '' },
  'log.line': { kind: flag, default: false, help: '' },
  'osc.max_devices': { kind: text, default: '', help: '' },
  paths: { kind: list, default: [], help: '' },
  'theme.options': { kind: map, default: {}, help: '' },
});
const read = (...argv: string[]) => readArguments(table, argv);

describe('a flag', () => {
  test('takes its value after = or as the next word, whatever that looks like', () => {
    expect(read('--log.file=a', '--log.file', '--log.line', '--log.file=b=c', '--log.file=').given).toEqual([
      { name: 'log.file', text: 'a' },
      { name: 'log.file', text: '--log.line' },
      { name: 'log.file', text: 'b=c' },
      { name: 'log.file', text: '' },
    ]);
  });

  test('that is a bool stands alone and takes a value only after =', () => {
    const { given, positionals } = read('--log.line', 'false', '--log.line=false');
    expect(given.map(({ text: value }) => value)).toEqual(['true', 'false']);
    expect(positionals).toEqual(['false']);
  });

  test('may be spelled with dashes', () => {
    const names = read('--log-file=a', '--osc-max-devices=b').given.map(({ name }) => name);
    expect(names).toEqual(['log.file', 'osc.max_devices']);
  });

  test('mixes with arguments until --', () => {
    const { given, positionals, problems } = read('a', '--log.line', '-', '--', '--log.file', '-h');
    expect(given).toEqual([{ name: 'log.line', text: 'true' }]);
    expect(positionals).toEqual(['a', '-', '--log.file', '-h']);
    expect(problems).toEqual([]);
  });

  test('that is unknown is named with the nearest one', () => {
    const mistyped = ['--log.fiel=secret', '--file', '--zzz', '-log.file', '--theme.options=x', '-verison'];
    expect(read(...mistyped).problems).toEqual([
      { where: '--log.fiel', what: 'unknown flag; did you mean --log.file?' },
      { where: '--file', what: 'unknown flag; did you mean --log.file?' },
      { where: '--zzz', what: 'unknown flag; --help lists the flags' },
      { where: '-log.file', what: 'unknown flag; did you mean --log.file?' },
      { where: '--theme.options', what: 'unknown flag; --help lists the flags' },
      { where: '-verison', what: 'unknown flag; did you mean --version?' },
    ]);
  });

  test('of which only the beginning or the end was written is named with all that it may be', () => {
    expect(read('--log=x', '--osc=1').problems).toEqual([
      { where: '--log', what: 'unknown flag; did you mean --log.file or --log.line?' },
      { where: '--osc', what: 'unknown flag; did you mean --osc.max_devices?' },
    ]);
  });

  test('without its value is a problem', () => {
    expect(read('--log.file').problems).toEqual([{ where: '--log.file', what: 'this flag needs a value' }]);
  });

  test('that asks for help is seen anywhere', () => {
    expect(read('a', '-h').help).toBe(true);
    expect(read('--help').help).toBe(true);
    expect(read('--log.file', '-h').help).toBe(false);
  });
});

test('the words of a command are those that are neither a flag nor a flag’s value', () => {
  const argv = ['--log.file', 'x', 'config', '--log.line', 'check', '--log.file=y', '--', 'z'];
  expect(wordPositions(table, argv)).toEqual([2, 4]);
});
