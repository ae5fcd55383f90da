import { isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { FormatError } from './format.ts';

/** More repetitions than a person writes, fewer than a bomb needs. */
const MAX_ALIASES = 100;

export function readYaml(text: string): unknown {
  const lines = new LineCounter();
  // The library's own check of unique keys compares each with each; ours below takes one pass.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, logLevel: 'error' });
  const [error] = document.errors;
  if (error !== undefined) {
    throw new FormatError(error.message.replace(/ at line \d+.*$/s, ''), error.linePos?.[0].line);
  }
  visit(document, {
    Map(_, node) {
      const seen = new Set<string>();
      for (const { key } of node.items) {
        const name = isScalar(key) ? String(key.value) : '';
        if (seen.has(name)) {
          const offset = isScalar(key) ? key.range?.[0] : node.range?.[0];
          throw new FormatError(
            `${JSON.stringify(name)} stands twice in one section`,
            offset === undefined ? undefined : lines.linePos(offset).line,
          );
        }
        seen.add(name);
      }
    },
    Scalar(_, node) {
      // 000000 is a color and 1234567890123456789 a channel: keep what was written.
      if (typeof node.value === 'number' && node.source !== undefined && String(node.value) !== node.source) {
        node.value = node.source;
      }
    },
  });
  return document.toJS({ maxAliasCount: MAX_ALIASES });
}
