/**
 * Debian base without Node, git and compiler, emulated for another processor. Its programs have a cable to a viewer; an
 * overlay folder collects their files. Needs root, `debootstrap`, `ip`, and for another processor `qemu-user-static`.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './files.ts';
import { tool } from './judge.ts';
import { childrenOf } from './processes.ts';
import { waitFor } from './wait.ts';

const KEPT = join(ROOT, 'node_modules', '.cache', 'deckcast-bare');
const RELEASE = 'bookworm';

export type Architecture = 'amd64' | 'arm64';

/** Registers an emulator within a user namespace. */
const INSIDE = `
set -e
if [ -n "$EMULATOR" ]; then
  mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
  printf '%s' "$EMULATOR" > /proc/sys/fs/binfmt_misc/register
fi
mount -t overlay none -o "\${OPTIONS}lowerdir=$BASE,upperdir=$WORK/written,workdir=$WORK/work" "$WORK/root"
mount --rbind /proc "$WORK/root/proc"
mount --rbind /dev "$WORK/root/dev"
ip link set lo up
echo ready
exec sleep infinity`;

/**
 * Matches the first bytes of a 64-bit ARM ELF file. \`F\` opens the emulator now, so that it need not be in the bare
 * system.
 */
const ARM64_EMULATOR =
  String.raw`:qemu-aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00` +
  String.raw`:\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff` +
  ':/usr/bin/qemu-aarch64-static:F';

export class BareSystem {
  readonly #work: string;
  readonly #pid: number;
  readonly #enter: readonly string[];
  readonly address = '10.78.0.1';

  private constructor(work: string, pid: number, own: readonly string[]) {
    this.#work = work;
    this.#pid = pid;
    this.#enter = ['nsenter', '--target', String(pid), ...own];
  }

  static async start(architecture: Architecture): Promise<BareSystem> {
    const base = baseOf(architecture);
    const work = mkdtempSync(join(tmpdir(), 'deckcast-bare-'));
    for (const name of ['written', 'work', 'root']) {
      mkdirSync(join(work, name));
    }
    const isEmulated = architecture === 'arm64';
    const own = ['--mount', '--net', ...(isEmulated ? ['--user'] : [])];
    const asRoot = isEmulated ? ['--map-root-user'] : [];
    const child = spawn('unshare', [...own, ...asRoot, '--kill-child', '--fork', 'sh', '-c', INSIDE], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        BASE: base,
        WORK: work,
        EMULATOR: isEmulated ? ARM64_EMULATOR : '',
        // Lets dpkg rename folders; the initial user namespace's root alone may set it.
        OPTIONS: isEmulated ? '' : 'redirect_dir=on,',
      },
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    await waitFor('the bare system', () => said.includes('ready') || undefined);
    return new BareSystem(work, childrenOf(child.pid)[0] ?? 0, own);
  }

  path(inside: string): string {
    return join('/proc', String(this.#pid), 'root', this.#work, 'root', inside);
  }

  /** Runs as the user dj. */
  get within(): readonly string[] {
    const environment = [
      '/usr/bin/env',
      '-i',
      'HOME=/home/dj',
      'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
      'LANG=C.UTF-8',
    ];
    return [...this.#enter, 'chroot', join(this.#work, 'root'), ...environment];
  }

  run(...command: readonly string[]): { readonly said: string; readonly status: number | null } {
    const [file = '', ...args] = [...this.within, ...command];
    const { stdout, stderr, status } = spawnSync(file, args, { encoding: 'utf8', cwd: '/' });
    return { said: `${stdout}${stderr}`, status };
  }

  plugIn(): void {
    const cable = `bare${this.#pid}`;
    const peer = ['peer', 'name', 'cable0', 'netns', String(this.#pid)];
    execFileSync(tool('ip'), ['link', 'add', cable, 'type', 'veth', ...peer]);
    execFileSync(tool('ip'), ['address', 'add', '10.78.0.2/24', 'dev', cable]);
    execFileSync(tool('ip'), ['link', 'set', cable, 'up']);
    const [file = '', ...inside] = [...this.#enter, 'ip'];
    execFileSync(file, [...inside, 'address', 'add', `${this.address}/24`, 'dev', 'cable0']);
    execFileSync(file, [...inside, 'link', 'set', 'cable0', 'up']);
  }

  /** Written, changed or removed since the base, without `/home`. */
  traces(): readonly string[] {
    const written = join(this.#work, 'written');
    return readdirSync(written, { recursive: true, encoding: 'utf8' })
      .filter((path) => !/^(home|tmp)$|^home\//.test(path))
      .sort();
  }

  stop(): void {
    process.kill(this.#pid, 'SIGKILL');
    rmSync(this.#work, { recursive: true, force: true });
  }
}

function baseOf(architecture: Architecture): string {
  const base = join(KEPT, `${RELEASE}-${architecture}`);
  if (!existsSync(base)) {
    mkdirSync(KEPT, { recursive: true });
    const part = `${base}.part`;
    rmSync(part, { recursive: true, force: true });
    // Running a program needs only files, not configuration.
    const foreign = architecture === 'arm64' ? ['--arch=arm64', '--foreign'] : [];
    execFileSync(tool('debootstrap'), ['--variant=minbase', ...foreign, RELEASE, part], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    // A container may have a link here.
    rmSync(join(part, 'proc'), { recursive: true, force: true });
    mkdirSync(join(part, 'proc'));
    renameSync(part, base);
  }
  return base;
}
