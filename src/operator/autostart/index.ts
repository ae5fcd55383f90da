import { lstat, open, rm, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, posix, resolve, win32 } from 'node:path';
import { codeOf, RunError } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import type { Disk } from '../../core/tools.ts';
import { whyNotWritten } from '../../host/folders.ts';
import { buildInfo } from '../../host/package/build-info.ts';
import { installedVersion } from '../../host/package/installed-version.ts';
import { packageFolder } from '../../host/package/package-folder.ts';
import { isNewer } from '../../host/package/versions.ts';
import type { ComputerStart } from '../../web/wire/setup.ts';
import { type Account, type Started, startEntry, startedBy } from './entries.ts';

export interface Autostart {
  state(): Promise<ComputerStart>;
  /** Applies from the next start of the computer. Interrupted, it leaves a whole entry or none. */
  set(on: boolean): Promise<void>;
  /** Changes our entry of an older or missing copy. Resolves to that copy; undefined if nothing changed. */
  moveHere(): Promise<string | undefined>;
}

type AutostartDisk = Pick<Disk, 'makeFolder' | 'read' | 'realpath' | 'replace' | 'remove' | 'stat'>;

export function autostartOfThisCopy(configFile: string | undefined, disk: AutostartDisk): Autostart {
  const { platform, env, execPath } = process;
  const account: Account = {
    platform,
    env,
    home: homedir(),
    node: execPath,
    script: join(packageFolder(), 'bin', 'deckcast.js'),
    version: buildInfo.version,
    ...(configFile !== undefined && { configFile: resolve(configFile) }),
  };
  return createAutostart(account, disk);
}

export function createAutostart(account: Account, disk: AutostartDisk): Autostart {
  const { file, link, text } = startEntry(account);
  const { isAbsolute } = account.platform === 'win32' ? win32 : posix;

  /** Counts at the next start. */
  async function entry(): Promise<{ readonly at: string; readonly text: string } | undefined> {
    if (link !== undefined && !(await isThere(link))) {
      return undefined;
    }
    // The link may lead to a package's unit; the user's own has priority.
    for (const at of link === undefined ? [file] : [file, link]) {
      const bytes = await disk.read(at);
      if (bytes !== undefined) {
        return { at, text: Buffer.from(bytes).toString() };
      }
    }
    return undefined;
  }

  const isGone = async (path: string): Promise<boolean> =>
    isAbsolute(path) && (await disk.stat(path)) === undefined;

  /** Recognizes the script, or the package's launcher. */
  async function isThisCopy({ copy }: Started): Promise<boolean> {
    if (!isAbsolute(copy)) {
      return false;
    }
    const own = await disk.realpath(account.script);
    const real = await disk.realpath(copy);
    return real === own || join(dirname(real), '..', 'lib', 'bin', 'deckcast.js') === own;
  }

  async function goneOf({ copy, node }: Started): Promise<string | undefined> {
    return (await isGone(copy)) ? copy : node !== undefined && (await isGone(node)) ? node : undefined;
  }

  async function isOlder({ copy }: Started): Promise<boolean> {
    const version = await installedVersion(disk, join(dirname(await disk.realpath(copy)), '..'));
    return version !== undefined && isNewer(account.version, version);
  }

  async function write(on: boolean): Promise<void> {
    // The link leads to the file, so it comes last and goes first.
    if (!on) {
      if (link !== undefined && (await isThere(link))) {
        await rm(link);
        await flushNames(dirname(link));
      }
      await disk.remove(file);
      return;
    }
    await disk.replace(file, text, { durable: true });
    if (link !== undefined && !(await isThere(link))) {
      await disk.makeFolder(dirname(link));
      await symlink(file, link);
      await flushNames(dirname(link));
    }
  }

  return {
    async state() {
      const found = await entry();
      const started = found && startedBy(account.platform, found.text);
      if (found === undefined || started === undefined) {
        return { on: false, file };
      }
      const gone = await goneOf(started);
      if (gone !== undefined) {
        return { on: false, file: found.at, instead: { path: gone, isGone: true } };
      }
      return (await isThisCopy(started))
        ? { on: true, file: found.at }
        : { on: false, file: found.at, instead: { path: started.copy, isGone: false } };
    },
    async set(on) {
      try {
        await write(on);
      } catch (error) {
        throw new RunError(say('files.cannot-write', { path: file, reason: whyNotWritten(error) }), {
          cause: error,
        });
      }
    },
    async moveHere() {
      const found = await entry();
      const started = found && startedBy(account.platform, found.text);
      // Leaves entries of users and packages alone.
      if (found?.at !== file || started === undefined || !isOurs(started)) {
        return undefined;
      }
      const gone = await goneOf(started);
      const isHere = gone !== started.copy && (await isThisCopy(started));
      if (gone === undefined && !isHere && !(await isOlder(started))) {
        return undefined;
      }
      const configFile = started.options.find((option) => option.startsWith(CONF))?.slice(CONF.length);
      const { configFile: _, ...here } = account;
      const moved = startEntry({
        ...here,
        ...(isHere && gone === undefined && started.node !== undefined && { node: started.node }),
        ...(configFile !== undefined && { configFile }),
      }).text;
      if (moved === found.text) {
        return undefined;
      }
      await disk.replace(file, moved, { durable: true });
      return started.copy;
    },
  };
}

const CONF = '--conf=';

function isOurs({ node, options }: Started): boolean {
  return node !== undefined && options.every((option) => /^--(conf|log\.file)=/.test(option));
}

async function flushNames(folder: string): Promise<void> {
  const opened = await open(folder);
  await opened.sync().finally(() => opened.close());
}

/** True for a dangling link. */
async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') {
        return false;
      }
      throw error;
    },
  );
}
