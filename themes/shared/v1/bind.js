/**
 * Values that options add to every track: `details` names fields, with hyphens between; `handle` and `logo` describe
 * the artist.
 * @typedef {{ readonly details: string, readonly handle: string, readonly logo: string }} Lasting
 */

/**
 * Fills elements with a track's fields: `data-bind="title"` sets text, never HTML · `data-bind-src="art"` a picture ·
 * `data-if="art"` hides the element while the field is empty · `<template data-each="previous" data-max="4">` repeats
 * its content for each earlier track, newest first.
 *
 * @import { WireHistoryEntry } from '../../../src/web/wire/events.ts'
 * @import { SceneTrack } from './timeline.js'
 */

/**
 * @param {SceneTrack | null} track
 * @param {Lasting} lasting
 * @returns {Record<string, string>} all fields; empty text for missing ones
 */
function fieldsOf(track, { details, handle, logo }) {
  return {
    ...fieldsOfTrack(track),
    details: track === null ? '' : detailsOf(track, details),
    handle,
    logo: logo === '' ? '' : `/own/${encodeURIComponent(logo)}`,
    brand: handle + logo,
  };
}

/**
 * Joins known fields of the option `details`.
 * @param {Pick<SceneTrack, 'album' | 'genre' | 'label' | 'key' | 'bpm' | 'year'>} track
 * @param {string} details
 */
export function detailsOf({ album, genre, label, key, bpm, year }, details) {
  /** @type {Readonly<Record<string, string>>} */
  const texts = { album, genre, label, key, bpm: beats(bpm), year: year === 0 ? '' : String(year) };
  return details
    .split('-')
    .map((name) => texts[name])
    .filter(Boolean)
    .join(' · ');
}

/** @param {number} bpm */
function beats(bpm) {
  return bpm === 0 ? '' : `${Math.round(bpm)} BPM`;
}

/**
 * @param {SceneTrack | null} track
 * @returns {Record<string, string>}
 */
function fieldsOfTrack(track) {
  return {
    artist: track?.artist ?? '',
    title: track?.title ?? '',
    time: track === null ? '' : timeOfDay(track.startedAt),
    album: track?.album ?? '',
    genre: track?.genre ?? '',
    label: track?.label ?? '',
    remixer: track?.remixer ?? '',
    comment: track?.comment ?? '',
    key: track?.key ?? '',
    bpm: track === null || track.bpm === 0 ? '' : String(Math.round(track.bpm)),
    year: track === null || track.year === 0 ? '' : String(track.year),
    deck: track?.deck ?? '',
    elapsed: track?.elapsed ?? '',
    position: track === null ? '' : String(track.position),
    duration: track === null || track.durationMs === 0 ? '' : minutes(track.durationMs),
    art: track?.art?.url ?? '',
    code: track?.code?.url ?? '',
  };
}

/** DJ's time of day, from the server's time. @param {string} rfc3339 */
function timeOfDay(rfc3339) {
  return /T(\d\d:\d\d)/.exec(rfc3339)?.[1] ?? '';
}

/** @param {number} ms */
function minutes(ms) {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * @param {WireHistoryEntry} entry
 * @returns {Record<string, string>}
 */
function fieldsOfEarlier({ artist, title, genre, durationMs, position, startedAt, elapsed, hidden }) {
  return {
    // `ID`, the title of a hidden track, suffices.
    artist: hidden ? '' : artist,
    title,
    genre,
    elapsed,
    position: String(position),
    duration: durationMs === 0 ? '' : minutes(durationMs),
    time: timeOfDay(startedAt),
  };
}

/**
 * @param {ParentNode} page
 * @param {SceneTrack | null} track
 * @param {Lasting} lasting
 * @param {(path: string) => string} absolute  turns a picture's path into an address
 */
export function bind(page, track, lasting, absolute) {
  for (const template of page.querySelectorAll('template[data-each="previous"]')) {
    if (template instanceof HTMLTemplateElement) {
      repeat(template, track?.previous ?? [], absolute);
    }
  }
  fill(page, fieldsOf(track, lasting), absolute);
}

/** Template elements, whose fields are not the current track's. */
const REPEATED = '[data-repeated]';

/**
 * @param {HTMLTemplateElement} template
 * @param {readonly WireHistoryEntry[]} entries
 * @param {(path: string) => string} absolute
 */
function repeat(template, entries, absolute) {
  while (template.nextElementSibling?.matches(REPEATED)) {
    template.nextElementSibling.remove();
  }
  const made = entries.slice(0, Number(template.dataset.max ?? entries.length)).map((entry) => {
    const row = document.createElement('div');
    row.append(template.content.cloneNode(true));
    fill(row, fieldsOfEarlier(entry), absolute);
    for (const child of row.children) {
      child.setAttribute('data-repeated', '');
    }
    return [...row.children];
  });
  template.after(...made.flat());
}

/**
 * @param {ParentNode} page
 * @param {Record<string, string>} fields
 * @param {(path: string) => string} absolute
 */
function fill(page, fields, absolute) {
  for (const element of own(page, '[data-bind]')) {
    setText(element, fields[element.getAttribute('data-bind') ?? ''] ?? '');
  }
  for (const element of own(page, '[data-bind-src]')) {
    const path = fields[element.getAttribute('data-bind-src') ?? ''] ?? '';
    if (path === '') {
      // An empty `src` means the page itself.
      element.removeAttribute('src');
    } else {
      element.setAttribute('src', absolute(path));
    }
  }
  for (const element of own(page, '[data-if]')) {
    element.toggleAttribute('hidden', (fields[element.getAttribute('data-if') ?? ''] ?? '') === '');
  }
}

/**
 * @param {ParentNode} page
 * @param {string} selector
 */
function own(page, selector) {
  return [...page.querySelectorAll(selector)].filter((element) => element.closest(REPEATED) === null);
}

/**
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  const node = textElement(element);
  node.textContent = text;
  const language = languageOf(text);
  if (language === undefined) {
    node.removeAttribute('lang');
  } else {
    node.setAttribute('lang', language);
  }
}

/** Language that its letters tell, so that browsers know its glyphs and where its lines may break. @param {string} text */
function languageOf(text) {
  return /[\u3040-\u30ff]/.test(text) ? 'ja' : /[\uac00-\ud7a3]/.test(text) ? 'ko' : undefined;
}

/**
 * Span of a `data-fit` text, which can be measured and moved, or the element itself.
 * @param {Element} element
 */
export function textElement(element) {
  if (!element.hasAttribute('data-fit')) {
    return element;
  }
  const existing = element.firstElementChild;
  if (existing !== null) {
    return existing;
  }
  const span = document.createElement('span');
  // Direction follows the text, not the page's language.
  span.dir = 'auto';
  element.replaceChildren(span);
  return span;
}
