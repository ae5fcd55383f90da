/** The webhook's JSON: each field of a publication at the key path that the user gave it. */

import type { Problem } from '../core/errors.ts';
import { say } from '../core/message.ts';
import type { RecordDetails, RecordMessage } from '../core/record.ts';

/** Keys from the outside in; an empty path leaves its field out. */
export type KeyPath = readonly string[];

/** The fields that can be placed: the published record with its details, and the custom field. */
export type WebhookFields = RecordMessage & RecordDetails & { readonly format: string };

interface Branch {
  [key: string]: Branch | string | number;
}

/** A branch without a prototype, so that `__proto__` is a key like any other. */
const emptyBranch = (): Branch => Object.create(null);

/** The paths must not clash; `clashingPaths` says whether they do. */
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
    // `field` is a key of the record: it comes from `paths`, which has no others.
    branch[last] = fields[field as keyof WebhookFields];
  }
  return JSON.stringify(body);
}

/** Two fields on one path, one path inside another, a key without a name. By option name. */
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
      const how = clash.path.length === path.length ? 'is also the path of' : 'lies on one path with';
      problems.push({ where, what: `${path.join(',')} ${how} --${clash.option}` });
    }
    seen.push({ option, path });
  }
  return problems;
}

/** Whether one is the beginning of the other. */
function overlap(one: KeyPath, other: KeyPath): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  return shorter.length > 0 && shorter.every((key, index) => key === longer[index]);
}
