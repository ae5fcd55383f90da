/**
 * The state of each part on a track's way from the source to the sinks.
 *
 * @import { HealthMessage } from '../src/web/wire/health.ts'
 * @import { LookupHealth, SinkHealth } from '../src/core/health.ts'
 */
import { byId, part, setText, setTextWithHelp, showList } from './dom.js';
import { agoOnServer } from './on-air.js';

/** @typedef {{ name: string, light: 'good' | 'idle' | 'warn' | 'bad', detail: string, trouble: string }} Link */

/** @param {HealthMessage} health */
export function showChain(health) {
  const links = [
    sourceLink(health),
    ...health.enrichment.map(lookupLink),
    overlayLink(health),
    ...health.sinks.map(sinkLink),
  ];
  showList(byId('chain', HTMLElement), links, ({ name }) => name, fill);
}

/** @param {HealthMessage} health @returns {Link} */
function sourceLink({ source }) {
  const details = (source.details ?? []).map(({ name, state }) => `${name}: ${state}`);
  return {
    name: `Source: ${source.name}`,
    light: source.problem !== undefined ? 'bad' : source.lastHeardAt === undefined ? 'idle' : 'good',
    detail: [source.watching, `heard ${agoOnServer(source.lastHeardAt)}`, ...details].join(' · '),
    trouble: source.problem ?? '',
  };
}

/** @param {HealthMessage} health @returns {Link} */
function overlayLink({ overlays }) {
  const count = overlays.events + overlays.records;
  return {
    name: 'Connected pages',
    light: count > 0 ? 'good' : 'idle',
    // This page is connected too.
    detail: `${count}, this one among them`,
    trouble: '',
  };
}

/** @param {LookupHealth} lookup @returns {Link} */
function lookupLink(lookup) {
  const failing = isFailing(lookup);
  return {
    name: `Art: ${lookup.name}`,
    light: failing ? 'warn' : 'good',
    detail: `${lookup.answered} answered · last ${agoOnServer(lookup.lastSuccessAt)}`,
    trouble: failing ? troubleOf(lookup) : '',
  };
}

/** @param {SinkHealth} sink @returns {Link} */
function sinkLink(sink) {
  const failing = isFailing(sink);
  const counts = [`${sink.delivered} delivered`];
  if (sink.queued > 0) {
    counts.push(`${sink.queued} waiting`);
  }
  if (sink.dropped > 0) {
    counts.push(`${sink.dropped} dropped`);
  }
  return {
    name: `Sink: ${sink.name}`,
    light: sink.stopped ? 'bad' : failing ? 'warn' : sink.delivered > 0 ? 'good' : 'idle',
    detail: `${counts.join(', ')} · last ${agoOnServer(sink.lastSuccessAt)}`,
    trouble: sink.stopped ? `${troubleOf(sink)} · stopped` : failing ? troubleOf(sink) : '',
  };
}

/** @param {LookupHealth | SinkHealth} one */
function isFailing({ lastErrorAt = 0, lastSuccessAt = 0 }) {
  return lastErrorAt > lastSuccessAt;
}

/** @param {LookupHealth | SinkHealth} one */
function troubleOf({ lastError, lastErrorAt }) {
  return `${lastError} (${agoOnServer(lastErrorAt)})`;
}

/**
 * @param {HTMLElement} row
 * @param {Link} link
 */
function fill(row, link) {
  const light = part(row, 'span', 'light');
  light.className = `light ${link.light}`;
  setText(part(row, 'strong', 'name'), link.name);
  setText(part(row, 'span', 'detail'), link.detail);
  const trouble = part(row, 'p', 'trouble');
  trouble.hidden = link.trouble === '';
  setTextWithHelp(trouble, link.trouble);
}
