import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { codeOf } from '../../core/errors.ts';

/** Stack line: `    at Object.info (file:///opt/deckcast/dist/main.js:2:345)`. */
const FRAME = /(file:\/\/\S+|[^\s(]+):(\d+):(\d+)\)?$/;
const LAST_TWO = /[^/]+\/[^/]+$/;

/** Node's source maps only cover code loaded after they are switched on, and `log.line` is read later. */
export class SourcePlaces {
  /** Undefined unless bundled. */
  readonly #maps = new Map<string, SourceMap | undefined>();

  /** `app/start.ts:12`. */
  of(frame: string): string | undefined {
    const [, file = '', line = '', column = ''] = FRAME.exec(frame) ?? [];
    if (file === '') {
      return undefined;
    }
    const origin = this.#mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    const isMapped = origin !== undefined && 'originalSource' in origin;
    const [source, at] = isMapped ? [origin.originalSource, origin.originalLine + 1] : [file, line];
    return `${LAST_TWO.exec(source)?.[0] ?? source}:${at}`;
  }

  #mapOf(file: string): SourceMap | undefined {
    if (!this.#maps.has(file)) {
      this.#maps.set(file, readMap(file));
    }
    return this.#maps.get(file);
  }
}

function readMap(file: string): SourceMap | undefined {
  if (!file.startsWith('file:')) {
    return undefined;
  }
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${file}.map`), 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
