/**
 * The signal path: the state of every part from the source to the outputs.
 *
 * @import { HealthMessage, PartTitle } from '../src/web/wire/health.ts'
 * @import { WireLookupHealth as LookupHealth, WireSinkHealth as SinkHealth } from '../src/web/wire/health.ts'
 */
import { isFailing, isUnchosen, sourceLight } from './health.js';
import { html, nothing, repeat } from './lit/lit-html.js';
import { agoOnServer } from './on-air.js';
import { sentence, translated } from './text.js';
import { createLater } from './view.js';
import { word } from './words.js';

/**
 * `kind`: what it is, where the name alone does not say it. `waits`: what the program waits for with it. `said`: what
 * the server said about its trouble. `setting`: option to look at.
 *
 * @typedef {{ id: string, kind: string, name: string, waits?: string, light: 'good' | 'wait' | 'warn' | 'bad', detail: string, trouble: string, said?: string | undefined, setting?: string | undefined }} Link
 */

/** @param {HealthMessage} health @returns {readonly Link[]} */
export function linksOf(health) {
  const links = [
    ...programLinks(health),
    sourceLink(health),
    ...hearingLinks(health),
    ...health.enrichment.map(lookupLink),
    ...health.sinks.map((sink) => (sink.name === 'websocket' ? overlaysLink(sink, health) : sinkLink(sink))),
  ];
  // What is in trouble needs no scrolling.
  return [...links.filter(isTroubled), ...links.filter((link) => !isTroubled(link))];
}

/** @param {Link} link */
function isTroubled({ light }) {
  return light === 'bad' || light === 'warn';
}

/**
 * Returns the worst light, what is going on in words, and whether viewers may miss something.
 *
 * @param {readonly Link[]} links
 */
export function summaryOf(links) {
  const troubled = links.filter(isTroubled);
  if (troubled.length > 0) {
    return {
      light: troubled.some(({ light }) => light === 'bad') ? 'bad' : 'warn',
      isSeen: troubled.some(({ id, light, waits }) => light === 'bad' && (waits ?? id === 'websocket')),
      text: word('operator.trouble', { names: troubled.map(({ name }) => name).join(', ') }),
    };
  }
  const waits = links.find(({ light, waits }) => waits !== undefined && light === 'wait')?.waits;
  return waits === undefined
    ? { light: 'good', text: word('operator.all-is-well') }
    : { light: 'wait', text: waits };
}

/** Drawn twice a second anyway. */
const naming = createLater(
  () => undefined,
  () => import('./trouble.js'),
);

/** @param {readonly Link[]} links */
export function chainView(links) {
  const { light, text } = summaryOf(links);
  const troubled = links.filter(isTroubled);
  const names = troubled.length > 0 ? naming.now() : undefined;
  return html`<section class="plate health" aria-labelledby="chain-heading">
    <h2 class="label" id="chain-heading">${word('operator.signal-path')}</h2>
    <p class="well" id="outputs"><span class="led ${light}"></span><strong>${names?.troubleView(troubled) ?? text}</strong></p>
    <ol class="chain" id="chain" tabindex="0" aria-labelledby="chain-heading">
      ${repeat(
        links,
        ({ kind, name }) => `${kind}/${name}`,
        (link) => html`<li>
          <span class="led ${link.light}"></span>
          <strong>${link.kind === '' ? nothing : html`<span class="sr">${link.kind}: </span>`}${link.name}</strong>
          <span class="detail dim" title=${link.detail}>${link.detail}</span>
          ${link.trouble === '' ? nothing : html`<p class="trouble ${link.light}">${names?.withSettings(sentence(link.trouble), link.said) ?? sentence(link.trouble)}</p>`}
          ${link.id === '' ? nothing : html`<code class="id">${link.id}</code>`}
        </li>`,
      )}
    </ol>
  </section>`;
}

/** @param {HealthMessage} health @returns {Link[]} */
function programLinks({ troubles = [] }) {
  return troubles.map(({ title, problem, setting }) => ({
    id: '',
    kind: '',
    name: title,
    light: 'warn',
    detail: '',
    trouble: translated(problem),
    said: problem,
    setting,
  }));
}

/** @param {HealthMessage} health @returns {Link} */
function sourceLink({ source }) {
  const kind = word('operator.source');
  if (isUnchosen(source)) {
    const waits = word('operator.no-gear');
    return { id: '', kind: '', name: kind, waits, light: 'wait', detail: waits, trouble: '' };
  }
  const details = (source.details ?? []).map(
    ({ name, state }) => `${translated(name)}: ${translated(state)}`,
  );
  return {
    id: source.name,
    kind,
    waits: word('operator.waiting-for-track'),
    name: source.parts.map(({ title }) => translated(title)).join(' · '),
    light: sourceLight(source),
    detail: [
      source.lastHeardAt === undefined
        ? word('operator.nothing-heard')
        : word('operator.heard', { when: agoOnServer(source.lastHeardAt) }),
      translated(source.watching),
      ...details,
    ]
      .filter(Boolean)
      .join(' · '),
    trouble: translated(source.problem ?? ''),
    said: source.problem,
    setting: source.parts[0]?.setting,
  };
}

/** @param {HealthMessage} health @returns {Link[]} */
function hearingLinks({ hearing }) {
  if (hearing === undefined) {
    return [];
  }
  const { isHeard, problem = '' } = hearing;
  const light = problem !== '' ? 'warn' : isHeard ? 'good' : 'wait';
  const detail = isHeard ? '' : word('hear.no-sound');
  const trouble = translated(problem);
  return [
    {
      id: '',
      kind: '',
      name: word('hear.tab'),
      light,
      detail,
      trouble,
      said: problem,
      setting: 'hear.input',
    },
  ];
}

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

/** @param {LookupHealth} lookup @returns {Link} */
function lookupLink(lookup) {
  const failing = isFailing(lookup);
  return {
    id: lookup.name,
    kind: word('operator.art'),
    name: ART[lookup.name] ?? lookup.name,
    light: failing ? 'warn' : 'good',
    detail: withLast(word('operator.answered', { count: lookup.answered }), lookup),
    trouble: failing ? troubleOf(lookup) : '',
    said: lookup.lastError,
    setting: ART_SETTINGS.find((option) => lookup.name.startsWith(option.split('.')[0] ?? '')),
  };
}

/** @param {SinkHealth & PartTitle} sink @returns {Link} */
function sinkLink(sink) {
  const failing = isFailing(sink);
  const counts = [word('operator.delivered', { count: sink.delivered })];
  if (sink.queued > 0) {
    counts.push(word('operator.waiting', { count: sink.queued }));
  }
  if (sink.dropped > 0) {
    counts.push(word('operator.dropped', { count: sink.dropped }));
  }
  return {
    id: sink.name,
    kind: word('operator.output'),
    name: translated(sink.title),
    light: sink.stopped ? 'bad' : failing ? 'warn' : sink.delivered > 0 ? 'good' : 'wait',
    detail: withLast(counts.join(', '), sink),
    trouble: sink.stopped
      ? word('operator.stopped', { trouble: troubleOf(sink) })
      : failing
        ? troubleOf(sink)
        : '',
    said: sink.lastError,
    setting: sink.setting,
  };
}

/** @param {SinkHealth & PartTitle} sink @param {HealthMessage} health @returns {Link} */
function overlaysLink(sink, { overlays: { obs, events, records } }) {
  const link = sinkLink(sink);
  const where = word(obs > 0 ? 'operator.in-obs' : 'operator.not-in-obs', { count: obs });
  // Including the operator's.
  const pages = word('operator.pages', { count: events + records });
  const light = isTroubled(link) ? link.light : obs > 0 ? 'good' : 'wait';
  return { ...link, light, detail: `${where} · ${pages} · ${link.detail}` };
}

/** @param {string} counts @param {LookupHealth | SinkHealth} one */
function withLast(counts, { lastSuccessAt }) {
  return lastSuccessAt === undefined
    ? counts
    : word('operator.counts-last', { counts, when: agoOnServer(lastSuccessAt) });
}

/** @param {LookupHealth | SinkHealth} one */
function troubleOf({ lastError, lastErrorAt }) {
  return `${translated(lastError ?? '')} (${agoOnServer(lastErrorAt ?? 0)})`;
}
