/** Small disk of its own, watched for writes. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FILES } from '../evidence.ts';

const BYTES = 2 * 1024 * 1024;
const BALLAST = 'ballast';
const SESSIONS = 'sessions.db';

export class RealFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'deckcast-chaos-'));
  readonly #said: (where: string, text: string) => void;
  readonly #known = new Map<string, string>();

  constructor(said: (where: string, text: string) => void) {
    this.#said = said;
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${BYTES}`, 'tmpfs', this.path]);
  }

  get sessions(): string {
    return join(this.path, SESSIONS);
  }

  fill(): void {
    const { bavail, bsize } = statfsSync(this.path);
    for (let size = bavail * bsize; size > 0; size -= bsize) {
      try {
        writeFileSync(join(this.path, BALLAST), Buffer.alloc(size));
        return;
      } catch {}
    }
  }

  free(): void {
    rmSync(join(this.path, BALLAST), { force: true });
  }

  files(): Map<string, string> {
    const names = readdirSync(this.path).filter((name) => !/^(ballast|sessions\.db.*)$/.test(name));
    return new Map(names.flatMap((name) => this.#read(name)));
  }

  reportChanges(): void {
    for (const [name, text] of this.files()) {
      const before = this.#known.get(name) ?? '';
      if (text !== before) {
        // Histories grow; other files are replaced.
        const isLonger = name === FILES.history && text.startsWith(before);
        this.#known.set(name, text);
        this.#said(name, isLonger ? text.slice(before.length) : text);
      }
    }
  }

  remove(): void {
    execFileSync('umount', ['--lazy', this.path]);
    rmSync(this.path, { recursive: true, force: true });
  }

  #read(name: string): [name: string, text: string][] {
    try {
      return [[name, readFileSync(join(this.path, name), 'utf8')]];
    } catch {
      return [];
    }
  }
}
