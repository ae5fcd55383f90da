/** Lets `deckcast open` admit a browser; only the user who started deckcast can read the key. */
import { join } from 'node:path';
import * as v from 'valibot';
import { messageOf, RunError } from '../core/errors.ts';
import { jsonIn } from '../core/json.ts';
import type { OptionEnvironment } from '../core/option.ts';
import type { Disk } from '../core/tools.ts';
import { cacheFolder } from '../core/xdg.ts';
import { signCode } from '../web/operator/signed-codes.ts';

const OpenKey = v.object({ url: v.string(), key: v.string() });

const OWNER_ONLY = 0o600;

/** Named after the port: a user may run several programs. */
function fileFor(port: number, environment: OptionEnvironment): string {
  return join(cacheFolder(environment), `open-${port}.json`);
}

interface Place {
  readonly environment: OptionEnvironment;
  readonly disk: Disk;
}

/** `url`: our pages, for this computer. */
export async function storeOpenKey(
  openKey: v.InferOutput<typeof OpenKey>,
  { environment, disk }: Place,
): Promise<void> {
  const file = fileFor(Number(new URL(openKey.url).port || 80), environment);
  await disk.replace(file, JSON.stringify(openKey), { mode: OWNER_ONLY });
}

/** Admits one browser on this computer, once. Throws a RunError if another user runs this deckcast. */
export async function addressWithCode(
  port: number,
  page: string,
  { environment, disk, now }: Place & { readonly now: number },
): Promise<string> {
  const file = fileFor(port, environment);
  let reason = 'damaged';
  const content = await disk.read(file).catch((error: unknown) => {
    reason = messageOf(error);
    return undefined;
  });
  const found = jsonIn(content, OpenKey);
  if (found === undefined) {
    throw new RunError(
      `deckcast runs, but its key cannot be read (${file}: ${reason}): run "deckcast open" as the user who started it, ` +
        'or set --http.admin_token; if the disk was full or read-only then, restart deckcast',
    );
  }
  return `${new URL(page, found.url).href}#configure=${signCode(found.key, now)}`;
}
