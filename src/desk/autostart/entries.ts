/**
 * What makes each system start deckcast when the user signs in: a systemd user unit, a launch agent, a start-up entry.
 * Pure. docs/guide/start-with-the-computer.md shows the same.
 */
import { posix, win32 } from 'node:path';
import { xdgFolder } from '../../core/xdg.ts';

export interface Account {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Node, with its whole path: services do not have the user's PATH. */
  readonly node: string;
  /** The script that Node runs, with its whole path. */
  readonly script: string;
  /** The configuration file in use; absent when it is found in its usual place, or when there is none. */
  readonly configFile?: string;
}

export interface StartEntry {
  /** The file to write. */
  readonly file: string;
  readonly text: string;
  /** A symbolic link to that file, which switches it on. */
  readonly link?: string;
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
  const command = [account.node, ...wordsOf(account)].map(systemdWord).join(' ');
  return {
    file: posix.join(units, 'deckcast.service'),
    // What `systemctl --user enable` makes.
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
    // Its paths may have letters beyond those of the system's code page.
    text: `@echo off\r\nchcp 65001 >nul\r\nstart "deckcast" /min ${words}\r\n`,
  };
}

function wordsOf({ script, configFile }: Account): readonly string[] {
  return [script, 'start', ...(configFile === undefined ? [] : [`--conf=${configFile}`])];
}

/** systemd.service(5): specifiers begin with `%`, variables with `$`, and a quoted word knows escapes. */
function systemdWord(word: string): string {
  return `"${word.replace(/[\\"]/g, '\\$&').replace(/[%$]/g, '$&$&')}"`;
}

function xmlText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** No path on Windows has a double quote. */
function cmdWord(word: string): string {
  return `"${word.replace(/%/g, '%%')}"`;
}
