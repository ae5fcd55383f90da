/**
 * States of all parts from the source to the sinks.
 *
 * @import { HealthMessage, PartTitle } from '../src/web/wire/health.ts'
 * @import { WireLookupHealth as LookupHealth, WireSinkHealth as SinkHealth } from '../src/web/wire/health.ts'
 */
import { byId, part, setText, setTextWithHelp, showList } from './dom.js';
import { agoOnServer } from './on-air.js';
import { sentence } from './saved.js';
import { phrase, translated } from './text.js';

/**
 * `title`: name without its kind, if that differs from `name`.
 *
 * @typedef {{ id: string, name: string, title?: string, light: 'good' | 'idle' | 'warn' | 'bad', detail: string, trouble: string }} Link
 */

/** @param {HealthMessage} health */
export function showChain(health) {
  const links = [
    ...programLinks(health),
    sourceLink(health),
    ...health.enrichment.map(lookupLink),
    overlayLink(health),
    ...health.sinks.map(sinkLink),
  ];
  showList(byId('chain'), links, ({ name }) => name, fill);
  showSummary(links.filter(({ light }) => light === 'bad' || light === 'warn'));
}

/** Summary that is readable from afar: everything works, or the parts that don't. @param {readonly Link[]} troubled */
function showSummary(troubled) {
  const summary = byId('outputs');
  const worst = troubled.some(({ light }) => light === 'bad') ? 'bad' : troubled.length > 0 ? 'warn' : 'good';
  part(summary, 'span', 'light').className = `light ${worst}`;
  const names = troubled.map(({ name, title = name }) => title).join(', ');
  setText(
    part(summary, 'strong', 'says'),
    names === '' ? phrase('All is well.') : phrase('Trouble: {names}', { names }),
  );
}

/** @param {HealthMessage} health @returns {Link[]} */
function programLinks({ version, problem }) {
  return problem === undefined
    ? []
    : [{ id: '', name: 'deckcast', light: 'bad', detail: version, trouble: translated(problem) }];
}

/** @param {HealthMessage} health @returns {Link} */
function sourceLink({ source }) {
  const details = (source.details ?? []).map(
    ({ name, state }) => `${translated(name)}: ${translated(state)}`,
  );
  /** @param {string} name */
  const titleOf = (name) => translated(source.parts.find((one) => one.name === name)?.title ?? name);
  const title = source.parts.map(({ name }) => titleOf(name)).join(' · ');
  return {
    id: source.name,
    name: phrase('Source: {name}', { name: title }),
    title,
    light: source.problem !== undefined ? 'bad' : source.lastHeardAt === undefined ? 'idle' : 'good',
    detail: [
      translated(source.watching),
      source.lastHeardAt === undefined
        ? phrase('nothing heard yet')
        : phrase('heard {when}', { when: agoOnServer(source.lastHeardAt) }),
      ...details,
    ].join(' · '),
    trouble: translated(source.problem ?? ''),
  };
}

/** @param {HealthMessage} health @returns {Link} */
function overlayLink({ overlays }) {
  const count = overlays.events + overlays.records;
  return {
    id: '',
    name: phrase('Connected pages'),
    light: count > 0 ? 'good' : 'idle',
    // This page is connected too.
    detail: phrase('{count}, this one among them', { count }),
    trouble: '',
  };
}

/** Titles of the art services. @type {Readonly<Record<string, string>>} */
const ART = {
  native: phrase('The files’ own covers'),
  streaming: 'Spotify',
  'streaming image': phrase('Spotify: pictures'),
  'streaming code': phrase('Spotify: codes'),
  catalog: 'Discogs',
  'catalog image': phrase('Discogs: pictures'),
};

/** @param {LookupHealth} lookup @returns {Link} */
function lookupLink(lookup) {
  const failing = isFailing(lookup);
  return {
    id: lookup.name,
    name: phrase('Art: {name}', { name: ART[lookup.name] ?? lookup.name }),
    light: failing ? 'warn' : 'good',
    detail: withLast(phrase('{count} answered', { count: lookup.answered }), lookup),
    trouble: failing ? troubleOf(lookup) : '',
  };
}

/** @param {SinkHealth & PartTitle} sink @returns {Link} */
function sinkLink(sink) {
  const failing = isFailing(sink);
  const counts = [phrase('{count} delivered', { count: sink.delivered })];
  if (sink.queued > 0) {
    counts.push(phrase('{count} waiting', { count: sink.queued }));
  }
  if (sink.dropped > 0) {
    counts.push(phrase('{count} dropped', { count: sink.dropped }));
  }
  return {
    id: sink.name,
    name: phrase('Output: {name}', { name: translated(sink.title) }),
    title: translated(sink.title),
    light: sink.stopped ? 'bad' : failing ? 'warn' : sink.delivered > 0 ? 'good' : 'idle',
    detail: withLast(counts.join(', '), sink),
    trouble: sink.stopped
      ? phrase('{trouble} · stopped', { trouble: troubleOf(sink) })
      : failing
        ? troubleOf(sink)
        : '',
  };
}

/** @param {string} counts @param {LookupHealth | SinkHealth} one */
function withLast(counts, { lastSuccessAt }) {
  return lastSuccessAt === undefined
    ? counts
    : phrase('{counts} · last {when}', { counts, when: agoOnServer(lastSuccessAt) });
}

/** @param {LookupHealth | SinkHealth} one */
function isFailing({ lastErrorAt = 0, lastSuccessAt = 0 }) {
  return lastErrorAt > lastSuccessAt;
}

/** @param {LookupHealth | SinkHealth} one */
function troubleOf({ lastError, lastErrorAt }) {
  return `${translated(lastError ?? '')} (${agoOnServer(lastErrorAt ?? 0)})`;
}

/**
 * @param {HTMLElement} row
 * @param {Link} link
 */
function fill(row, link) {
  const light = part(row, 'span', 'light');
  light.className = `light ${link.light}`;
  setText(part(row, 'strong', 'name'), link.name);
  const detail = part(row, 'div', 'detail');
  setText(part(detail, 'span', 'says'), link.detail);
  const id = part(detail, 'code', 'id');
  id.hidden = link.id === '';
  setText(id, link.id);
  const trouble = part(row, 'p', 'trouble');
  trouble.hidden = link.trouble === '';
  setTextWithHelp(trouble, sentence(link.trouble));
}
