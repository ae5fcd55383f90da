/**
 * Links of the signal path that many sets lack: the sound of the room, and where art comes from.
 *
 * @import { HealthMessage } from '../src/web/wire/health.ts'
 * @typedef {HealthMessage['enrichment'][number]} LookupHealth
 */
import { isFailing } from './health.js';
import { translated } from './text.js';
import { word } from './words.js';

/** Titles of the art services. @type {Readonly<Record<string, string>>} */
const ART = {
  native: word('operator.art-native'),
  streaming: 'Spotify',
  'streaming image': word('operator.art-spotify-pictures'),
  'streaming code': word('operator.art-spotify-codes'),
  catalog: 'Discogs',
  'catalog image': word('operator.art-discogs-pictures'),
};

const ART_SETTINGS = ['streaming.id', 'catalog.key'];

/**
 * @param {HealthMessage} health
 * @param {(text: string, lookup: LookupHealth) => string} withLast
 * @param {(lookup: LookupHealth) => string} troubleOf
 */
export function rareLinks({ hearing, enrichment }, withLast, troubleOf) {
  return [
    ...(hearing === undefined ? [] : [hearingLink(hearing)]),
    ...enrichment.map((lookup) => {
      const failing = isFailing(lookup);
      return {
        id: lookup.name,
        kind: word('operator.art'),
        name: ART[lookup.name] ?? lookup.name,
        light: failing ? /** @type {const} */ ('warn') : /** @type {const} */ ('good'),
        detail: withLast(word('operator.answered', { count: lookup.answered }), lookup),
        trouble: failing ? troubleOf(lookup) : '',
        said: lookup.lastError,
        setting: ART_SETTINGS.find((option) => lookup.name.startsWith(option.split('.')[0] ?? '')),
      };
    }),
  ];
}

/** @param {NonNullable<HealthMessage['hearing']>} hearing */
function hearingLink({ isHeard, problem = '' }) {
  return {
    id: '',
    kind: '',
    name: word('hear.tab'),
    light: lightOf(problem, isHeard),
    detail: word(isHeard ? 'hear.sound-comes' : 'hear.no-sound'),
    trouble: translated(problem),
    said: problem,
    setting: 'hear.input',
  };
}

/** @param {string} problem @param {boolean} isHeard @returns {'good' | 'wait' | 'warn'} */
function lightOf(problem, isHeard) {
  return problem !== '' ? 'warn' : isHeard ? 'good' : 'wait';
}
