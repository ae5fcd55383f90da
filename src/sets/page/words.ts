/** Words of the guests' pages, `guest.*` of `texts/pages/`. */

import { format } from '../../../texts/format.js';
import german from '../../../texts/pages/de.json' with { type: 'json' };
import english from '../../../texts/pages/en.json' with { type: 'json' };
import { escapeHtml } from '../../core/html.ts';

type GuestText = Extract<keyof typeof english, `guest.${string}`>;

const CATALOGUES = { en: english, de: { ...english, ...german } } as const;

export type Language = keyof typeof CATALOGUES;

const LISTS = Object.fromEntries(
  Object.entries(CATALOGUES).map(([language, texts]) => [
    language,
    Object.fromEntries(Object.entries(texts).filter(([id]) => id.startsWith('guest.'))),
  ]),
);

/** Lets the page's script change the language, because a file is the same for every reader. */
export const WORDS = `<script type="application/json" id="words">${JSON.stringify(LISTS).replaceAll('<', '\\u003c')}</script>`;

/** The first language of an `Accept-Language` header that the pages speak. */
export function languageFor(accepted: string | null): Language {
  const asked = (accepted ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return asked.find(isLanguage) ?? 'en';
}

function isLanguage(code: string): code is Language {
  return Object.hasOwn(CATALOGUES, code);
}

function guestText(language: Language, id: GuestText, params: Readonly<Record<string, string>> = {}): string {
  const texts: Readonly<Record<string, string>> = CATALOGUES[language];
  return format(
    { id, params },
    { template: (one) => texts[one], option: (name) => name, part: (name) => name },
  );
}

/** Element with a text that the page's script can translate. */
export function guestWord(
  language: Language,
  id: GuestText,
  {
    tag = 'span',
    more = '',
    params = {},
  }: { tag?: string; more?: string; params?: Readonly<Record<string, string>> } = {},
): string {
  const data = Object.entries(params).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`);
  return `<${tag}${more} data-word="${id}"${data.join('')}>${escapeHtml(guestText(language, id, params))}</${tag}>`;
}
