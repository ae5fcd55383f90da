/**
 * Systemd user unit, launch agent or start-up entry that starts deckcast when the user signs in, as in
 * docs/guide/start-with-the-computer.md. Pure.
 */
import { posix, win32 } from 'node:path';
import { xdgFolder } from '../../core/xdg.ts';

export interface Account {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute: services don't have the user's PATH. */
  readonly node: string;
  readonly script: string;
  readonly version: string;
  /** Absent if in its usual place. */
  readonly configFile?: string;
}

export interface StartEntry {
  readonly file: string;
  readonly text: string;
  /** Symbolic link that enables the file. */
  readonly link?: string;
}

export interface Started {
  /** Script or program that gets `start`; bare names are looked up in PATH. */
  readonly copy: string;
  /** Interpreter; absent for an executable. */
  readonly node?: string;
  readonly options: readonly string[];
}

/** Parses hand-written entries too; undefined if one starts nothing. */
export function startedBy(platform: NodeJS.Platform, text: string): Started | undefined {
  const words = commandOf(platform, text);
  const at = words.indexOf('start');
  const [copy, node] = at === -1 ? words : [words[at - 1], words[at - 2]];
  if (copy === undefined) {
    return undefined;
  }
  return {
    copy,
    ...(at > 1 && node !== undefined && { node }),
    options: at === -1 ? [] : words.slice(at + 1),
  };
}

function commandOf(platform: NodeJS.Platform, text: string): readonly string[] {
  switch (platform) {
    case 'darwin': {
      const [, list = ''] = /<key>ProgramArguments<\/key>\s*<array>([\s\S]*?)<\/array>/.exec(text) ?? [];
      return [...list.matchAll(/<string>([\s\S]*?)<\/string>/g)].map(([, word = '']) => textOfXml(word));
    }
    case 'win32': {
      const [, line = ''] = /^@?(?:start "[^"]*" (?:\/\w+ )*|call )(.*)$/im.exec(text) ?? [];
      return [...line.matchAll(/"([^"]*)"|([^\s"]+)/g)].map(([, quoted, bare]) =>
        (quoted ?? bare ?? '').replaceAll('%%', '%'),
      );
    }
    default: {
      const [, line = ''] = /^ExecStart=(.*)$/m.exec(text) ?? [];
      return [...line.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"']+)/g)].map(([, quoted, single, bare]) =>
        textOfSystemd(quoted ?? single ?? bare ?? ''),
      );
    }
  }
}

export function startEntry(account: Account): StartEntry {
  switch (account.platform) {
    case 'darwin':
      return launchAgent(account);
    case 'win32':
      return startUpEntry(account);
    default:
      return systemdUnit(account);
  }
}

function systemdUnit(account: Account): StartEntry {
  const config = xdgFolder(account.env, 'XDG_CONFIG_HOME') ?? posix.join(account.home, '.config');
  const units = posix.join(config, 'systemd', 'user');
  const command = [...RUN_ARGUMENTS, account.node, ...wordsOf(account)].map(systemdWord).join(' ');
  return {
    file: posix.join(units, 'deckcast.service'),
    // Same link as by `systemctl --user enable`.
    link: posix.join(units, 'default.target.wants', 'deckcast.service'),
    text: `[Unit]
Description=deckcast, what is playing

[Service]
ExecStart=${command}
ExecReload=/bin/kill -HUP $MAINPID
Restart=on-failure
RestartSec=5
# 143 is an orderly stop. After 2 (wrong configuration) a restart would not help:
SuccessExitStatus=143
RestartPreventExitStatus=2

[Install]
WantedBy=default.target
`,
  };
}

function launchAgent(account: Account): StartEntry {
  const log = posix.join(account.home, 'Library', 'Logs', 'deckcast.log');
  const words = [account.node, ...wordsOf(account), `--log.file=${log}`];
  return {
    file: posix.join(account.home, 'Library', 'LaunchAgents', 'deckcast.plist'),
    text: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>deckcast</string>
  <key>ProgramArguments</key>
  <array>
${words.map((word) => `    <string>${xmlText(word)}</string>`).join('\n')}
  </array>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
</dict>
</plist>
`,
  };
}

function startUpEntry(account: Account): StartEntry {
  const { env, home } = account;
  const roaming = env.APPDATA ?? win32.join(home, 'AppData', 'Roaming');
  const local = env.LOCALAPPDATA ?? win32.join(home, 'AppData', 'Local');
  const log = win32.join(local, 'deckcast', 'deckcast.log');
  const words = [account.node, ...wordsOf(account), `--log.file=${log}`].map(cmdWord).join(' ');
  return {
    file: win32.join(roaming, 'Microsoft', 'Windows', 'Start Menu', 'Programs', 'Startup', 'deckcast.cmd'),
    // Paths may have letters outside the system's code page, and `!` is special with delayed expansion.
    text: `@echo off\r\nsetlocal DisableDelayedExpansion\r\nchcp 65001 >nul\r\nstart "deckcast" /min ${words}\r\n`,
  };
}

function wordsOf({ script, configFile }: Account): readonly string[] {
  return [script, 'start', ...(configFile === undefined ? [] : [`--conf=${configFile}`])];
}

/** systemd rejects program paths with a quote or a backslash, and leaves `$$` in them; as arguments they work. */
const RUN_ARGUMENTS = ['/bin/sh', '-c', 'exec "$0" "$@"'];

/** systemd.service(5): `%` begins specifiers, `$` variables; quoted words know escapes. */
function systemdWord(word: string): string {
  const escaped = word.replace(/[\\"]/g, '\\$&').replace(/[%$]/g, '$&$&');
  return `"${escaped.replace(/\p{Cc}/gu, (control) => `\\x${Buffer.from(control).toString('hex')}`)}"`;
}

function xmlText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function textOfSystemd(word: string): string {
  return word
    .replace(/\\(?:x([\da-f]{2})|(.))/gi, (_, code?: string, character = '') =>
      code === undefined ? character : String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replace(/([%$])\1/g, '$1');
}

function textOfXml(text: string): string {
  return text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
}

/** Windows paths have no double quotes. */
function cmdWord(word: string): string {
  return `"${word.replace(/%/g, '%%')}"`;
}
