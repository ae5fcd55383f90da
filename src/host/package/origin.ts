import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { jsonIn } from '../../core/json.ts';
import { say, type Text } from '../../core/message.ts';
import { packageFolder } from './package-folder.ts';

export interface CopyOrigin {
  /** Follows "from": `the npm package`, `the archive for Linux x64`. */
  readonly name: Text;
  /** Sentence without its full stop. */
  readonly update: string;
}

/** Written by `scripts/package/`. */
const Description = v.object({ packagedAs: v.optional(v.string()) });

export function originOf(folder: string = packageFolder()): CopyOrigin {
  const packagedAs = jsonIn(readFileSync(join(folder, 'package.json')), Description)?.packagedAs;
  if (packagedAs !== undefined) {
    const system = /^the archive for (.+)$/.exec(packagedAs)?.[1];
    const name = system === undefined ? packagedAs : say('doctor.from-archive', { system });
    return { name, update: 'get it where you got this one' };
  }
  if (existsSync(join(folder, 'src'))) {
    return { name: say('doctor.from-source'), update: 'update the folder, then run "npm ci" in it' };
  }
  return { name: say('doctor.from-npm'), update: 'npm install -g deckcast@latest' };
}
