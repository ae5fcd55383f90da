/**
 * The signal path: the state of every part from the source to the outputs.
 *
 * @import { HealthMessage, PartTitle } from '../src/web/wire/health.ts'
 * @import { WireLookupHealth as LookupHealth, WireSinkHealth as SinkHealth } from '../src/web/wire/health.ts'
 * @import { Link, Summary } from './signal-path.d.ts'
 */
import { isFailing, isUnchosen, sourceLight } from './health.js';
import { html, nothing, repeat } from './lit/lit-html.js';
import { agoOnServer, stillText } from './on-air.js';
import { sentence, translated, troubleText } from './text.js';
import { timeOf } from './times.js';
import { createLater } from './view.js';
import { word } from './words.js';

/** @param {HealthMessage} health @returns {readonly Link[]} */
export function linksOf(health) {
  const links = [
    ...programLinks(health),
    sourceLink(health),
    ...(hasRare(health) ? (rare.now()?.rareLinks(health, withLast, troubleOf) ?? []) : []),
    ...health.sinks.map((sink) => (sink.name === 'websocket' ? overlaysLink(sink, health) : sinkLink(sink))),
  ];
  // The worst trouble needs no scrolling.
  return links.sort((one, other) => URGENCY[other.light] - URGENCY[one.light]);
}

const URGENCY = { bad: 2, warn: 1, wait: 0, good: 0 };

/** A source that is not there yet is no trouble. @param {Link} link */
const isTroubled = ({ light, waits }) => light === 'bad' || (light === 'warn' && !waits);

/** @param {readonly Link[]} links @returns {Summary} */
export function summaryOf(links) {
  const troubled = links.filter(isTroubled);
  if (troubled.length > 0) {
    const names = troubleText(troubled.map(({ name }) => name).join(', '), troubled.length);
    const text = (troubled.length === 1 && troubled[0]?.short) || names;
    const overlays = troubled.find(
      ({ id, light, short }) => short ?? (id === 'websocket' && light === 'bad'),
    );
    return {
      light: troubled.some(({ light }) => light === 'bad') ? 'bad' : 'warn',
      unseen: overlays && (overlays.short ?? text),
      isStuck: troubled.some(({ waits }) => waits !== undefined),
      text,
      isNames: text === names,
    };
  }
  const { light = 'good', waits } = links.find(({ light, waits }) => waits && light !== 'good') ?? {};
  const still = stillText();
  return { light: still ? 'wait' : light, text: still || (waits ?? word('operator.all-is-well')) };
}

/** Drawn twice a second anyway. @template Part @param {() => Promise<Part>} load */
const later = (load) => createLater(() => undefined, load);
const naming = later(() => import('./trouble.js'));
const rare = later(() => import('./rare-links.js'));
/** @param {HealthMessage} health */
const hasRare = ({ hearing, enrichment }) => (hearing ?? enrichment[0]) !== undefined;

/** @param {readonly Link[]} links @param {Summary} summary */
export function chainView(links, { light, text, isNames }) {
  const names = links.some(({ trouble }) => trouble) ? naming.now() : undefined;
  return html`<section class="plate health" aria-labelledby="chain-heading">
    <h2 class="label" id="chain-heading">${word('operator.signal-path')}</h2>
    <p class="well" id="outputs"><span class="led ${light}"></span><strong>${(isNames && names?.troubleView(links.filter(isTroubled))) || text}</strong></p>
    <ol class="chain" id="chain" tabindex="0" aria-labelledby="chain-heading">
      ${repeat(
        links,
        ({ kind, name }) => `${kind}/${name}`,
        (link) => html`<li>
          <span class="led ${link.light}"></span>
          <strong>${link.kind === '' ? nothing : html`<span class="sr">${link.kind}: </span>`}${link.name}</strong>
          <span class="detail dim" title=${link.detail}>${link.detail}</span>
          ${link.trouble === '' ? nothing : html`<p class="trouble ${link.light}">${(names?.withSettings ?? String)(sentence(link.trouble), link.said)}</p>`}
          ${link.id === '' ? nothing : html`<code class="id">${link.id}</code>`}
        </li>`,
      )}
    </ol>
  </section>`;
}

/** @param {HealthMessage} health @returns {Link[]} */
function programLinks({ troubles = [], overlays: { obs } }) {
  return troubles.map(({ title, problem, setting }) => ({
    id: '',
    kind: '',
    name: title,
    light: 'warn',
    detail: '',
    trouble: translated(problem),
    said: problem,
    setting,
    ...(title === 'OBS' && !obs && { short: word('obs.not-yet') }),
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

/** @param {SinkHealth & PartTitle} sink @returns {Link} */
function sinkLink(sink) {
  const { name, stopped, delivered, queued, dropped, lastError, setting } = sink;
  const trouble = stopped || isFailing(sink) ? troubleOf(sink) : '';
  const counts = [
    word(sink.isUnanswered ? 'operator.sent' : 'operator.delivered', { count: delivered }),
    queued > 0 && word('operator.waiting', { count: queued }),
    dropped > 0 && word('operator.dropped', { count: dropped }),
  ];
  return {
    id: name,
    kind: word('operator.output'),
    name: translated(sink.title),
    light: stopped ? 'bad' : trouble ? 'warn' : delivered > 0 ? 'good' : 'wait',
    detail: withLast(counts.filter(Boolean).join(', '), sink),
    trouble: stopped ? word('operator.stopped', { trouble }) : trouble,
    said: lastError,
    setting,
  };
}

/** @param {SinkHealth & PartTitle} sink @param {HealthMessage} health @returns {Link} */
function overlaysLink(sink, { overlays: { obs, events, records, obsGoneAt } }) {
  const link = sinkLink(sink);
  const isGone = obsGoneAt !== undefined;
  const where = isGone
    ? word('operator.obs-gone-since', { time: timeOf(obsGoneAt) })
    : word(obs > 0 ? 'operator.in-obs' : 'operator.not-in-obs', { count: obs });
  const detail = `${where} · ${word('operator.pages', { count: events + records })}`;
  if (isTroubled(link) || !isGone) {
    return { ...link, light: isTroubled(link) ? link.light : obs > 0 ? 'good' : 'wait', detail };
  }
  return { ...link, light: 'warn', detail, short: word('obs.gone'), trouble: word('obs.gone-why') };
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
