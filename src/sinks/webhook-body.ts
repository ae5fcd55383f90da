/** Puts each field at the user's key path. */

import type { Problem } from '../core/errors.ts';
import { say } from '../core/message.ts';
import type { RecordDetails, RecordMessage } from '../core/record.ts';

/** Keys from the outside in; empty omits the field. */
export type KeyPath = readonly string[];

export type WebhookFields = RecordMessage & RecordDetails & { readonly format: string };

interface Branch {
  [key: string]: Branch | string | number;
}

/** `__proto__` is an ordinary key here. */
const emptyBranch = (): Branch => Object.create(null);

/** Requires paths without clashes (`clashingPaths`). */
export function webhookBody(
  fields: WebhookFields,
  paths: Readonly<Record<keyof WebhookFields, KeyPath>>,
): string {
  const body = emptyBranch();
  for (const [field, path] of Object.entries(paths)) {
    const last = path.at(-1);
    if (last === undefined) {
      continue;
    }
    let branch = body;
    for (const key of path.slice(0, -1)) {
      const next = branch[key] ?? emptyBranch();
      if (typeof next !== 'object') {
        throw new RangeError(`the key path ${path.join(' > ')} goes through another field`);
      }
      branch[key] = next;
      branch = next;
    }
    branch[last] = fields[field as keyof WebhookFields];
  }
  return JSON.stringify(body);
}

/** Finds equal, nested and empty paths, by option name. */
export function clashingPaths(paths: Readonly<Record<string, KeyPath>>): Problem[] {
  const problems: Problem[] = [];
  const seen: { readonly option: string; readonly path: KeyPath }[] = [];
  for (const [option, path] of Object.entries(paths)) {
    const where = `--${option}`;
    if (path.includes('')) {
      problems.push({ where, what: say('webhook-body.every-key-path-needs-name') });
    }
    const clash = path.length === 0 ? undefined : seen.find((other) => overlap(other.path, path));
    if (clash !== undefined) {
      const id = clash.path.length === path.length ? 'webhook-body.same-path' : 'webhook-body.on-one-path';
      problems.push({ where, what: say(id, { path: path.join(','), option: { option: clash.option } }) });
    }
    seen.push({ option, path });
  }
  return problems;
}

function overlap(one: KeyPath, other: KeyPath): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  return shorter.length > 0 && shorter.every((key, index) => key === longer[index]);
}
