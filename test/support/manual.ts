/** The manual page (`man deckcast`), made from the help texts. */

import { commands } from '../../src/commands/index.ts';
import type { OptionSpec, OptionTable } from '../../src/core/option.ts';
import { startOptions } from '../../src/operator/options.ts';
import type { Command, CommandEntry } from '../../src/settings/command.ts';
import { argumentWord, described, flagWord, GROUPS } from '../../src/settings/help.ts';
import { withDefault } from '../../src/settings/help-page.ts';
import { environmentName } from '../../src/settings/names.ts';
import { userPath } from '../../src/settings/places.ts';
import { EXIT_STATUS, inGroup, SOMEWHERE } from './reference.ts';

export async function manualPage(): Promise<string> {
  const sections: string[] = [];
  for (const entry of commands.filter(({ hidden }) => !hidden)) {
    sections.push(commandSection(entry, await entry.load()));
  }
  return `.\\" Made by \`npm run docs\` from the code; do not edit.
.TH DECKCAST 1 "" "" "User Commands"
.SH NAME
deckcast \\- show your stream what you are playing
.SH SYNOPSIS
.B deckcast
.I command
[\\fIflags\\fR]
.SH DESCRIPTION
deckcast watches what a DJ plays, decides which track the audience hears, and publishes it to browser overlays, files,
chat, OSC and webhooks.
.PP
With players on the network:
.B deckcast start
.br
Without any hardware:
.B deckcast demo
.SH COMMANDS
${sections.join('\n')}
.SH OPTIONS
Every option is a flag, a key of the configuration file and an environment variable:
${roff('--osc.port=7001')}, ${roff('osc.port: 7001')} and ${roff(environmentName('osc.port'))}=7001.
A flag beats the environment, the environment beats the file.
${groups(startOptions)}
.SH EXIT STATUS
${EXIT_STATUS.map(([status, text]) => `.TP\n${status}\n${roff(text)}`).join('\n')}
.SH FILES
.TP
.I ~/.config/deckcast/conf.yaml
the configuration file, if there is one;
.B deckcast config init
writes one with every option, commented out
`;
}

function commandSection(entry: CommandEntry, command: Command): string {
  const words = [`deckcast ${entry.name}`, ...(command.arguments ?? []).map(argumentWord), '[flags]'];
  return [
    `.SS ${roff(words.join(' '))}`,
    `${roff(entry.summary.charAt(0).toUpperCase() + entry.summary.slice(1))}.`,
    ...(command.details ?? '').split('\n\n').flatMap(paragraph),
    ...flags(inGroup(command.options)),
  ].join('\n');
}

function groups(table: OptionTable): string {
  return GROUPS.flatMap(([group, heading]) => {
    const listed = flags(inGroup(table, group));
    return listed.length === 0 ? [] : [`.SS ${heading}`, ...listed];
  }).join('\n');
}

function flags(options: OptionTable): readonly string[] {
  return Object.entries(options)
    .filter(([, { kind }]) => !kind.fileOnly)
    .flatMap(([name, spec]) => ['.TP', `.B ${roff(flagWord(name, spec))}`, roff(meaning(spec))]);
}

function meaning(spec: OptionSpec<unknown>): string {
  const [text, path] = described(spec);
  return path === undefined ? text : withDefault(text, userPath(path, SOMEWHERE));
}

/** Keeps lines that are formatted by hand. */
function paragraph(text: string): readonly string[] {
  const lines = text.split('\n').map(roff);
  if (text === '') {
    return [];
  }
  return lines.length === 1 ? ['.PP', ...lines] : ['.PP', '.nf', ...lines, '.fi'];
}

/** Escapes text so that it contains no formatter requests. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1');
}
