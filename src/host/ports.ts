/** Linux shows users their own programs, root all. */

import { readdir, readFile, readlink } from 'node:fs/promises';
import { allOf, say, type Text } from '../core/message.ts';

export interface PortHolder {
  readonly pid: number;
  readonly command: string;
}

/** States in /proc/net of a bound UDP and a listening TCP socket. */
const WAITING = { udp: '07', tcp: '0A' } as const;

/** Programs, besides this one, with one of these ports; empty if the system doesn't tell. */
export async function holdersOf(
  protocol: 'udp' | 'tcp',
  ...ports: readonly number[]
): Promise<readonly PortHolder[]> {
  const tables = await Promise.all(
    [protocol, `${protocol}6`].map((name) => readFile(`/proc/net/${name}`, 'latin1').catch(() => '')),
  );
  const inodes = new Set(
    tables.flatMap((table) => ports.flatMap((port) => inodesOf(table, port, WAITING[protocol]))),
  );
  if (inodes.size === 0) {
    return [];
  }
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found: PortHolder[] = [];
  for (const pid of pids) {
    if (Number(pid) !== process.pid && (await holdsOneOf(pid, inodes))) {
      found.push({ pid: Number(pid), command: await commandOf(pid) });
    }
  }
  return found;
}

/** Sockets with this local port and state in a table of /proc/net. */
export function inodesOf(table: string, port: number, state: string): readonly string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return table.split('\n').flatMap((line) => {
    const [, local = '', , itsState, , , , , , inode = ''] = line.trim().split(/\s+/);
    return local.endsWith(`:${hex}`) && itsState === state && inode !== '0' ? [inode] : [];
  });
}

async function holdsOneOf(pid: string, inodes: ReadonlySet<string>): Promise<boolean> {
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const targets = await Promise.all(
    descriptors.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')),
  );
  return targets.some((target) => inodes.has(/^socket:\[(\d+)\]$/.exec(target)?.[1] ?? ''));
}

async function commandOf(pid: string): Promise<string> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.split('\0').join(' ').trim();
}

export function isDeckcast({ command }: PortHolder): boolean {
  return /(^|[\s/\\])deckcast(\.js)?(\s|$)/.test(command);
}

/** "python3 server.py (process 812)", or "another program". */
export function describeHolders(holders: readonly PortHolder[]): Text {
  const names = holders.map(({ command, pid }) => {
    const name = shortened(command);
    return name === '' ? say('computer.unnamed-process', { pid }) : say('computer.process', { name, pid });
  });
  return names.length === 0 ? say('computer.another-program') : allOf(names);
}

export function howToFindHolder(protocol: 'udp' | 'tcp', port: number, platform = process.platform): string {
  switch (platform) {
    case 'win32':
      return `netstat -ano -p ${protocol} | findstr :${port}`;
    case 'darwin':
      return `sudo lsof -nP -i${protocol.toUpperCase()}:${port}`;
    default:
      return `sudo ss -lpn${protocol === 'udp' ? 'u' : 't'} sport = :${port}`;
  }
}

/** Omits arguments, which may be private. */
function shortened(command: string): string {
  const [program = '', script = ''] = command.split(' ');
  const name = (path: string): string => path.replace(/^.*[/\\]/, '');
  return /^(node|python[\d.]*|ruby|perl|java|sh|bash)(\.exe)?$/.test(name(program)) && /^[^-]/.test(script)
    ? `${name(program)} ${name(script)}`
    : name(program);
}
