import { parse, TomlError } from 'smol-toml';
import { FormatError, MAX_DEPTH } from './format.ts';

export function readToml(text: string): unknown {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded', maxDepth: MAX_DEPTH });
  } catch (error) {
    if (error instanceof TomlError) {
      throw new FormatError(error.message.replace(/^Invalid TOML document: /, ''), error.line);
    }
    throw error;
  }
}
