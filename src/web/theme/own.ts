/** Fonts and pictures in the user's folder, for every look. Viewers may fetch them. */
import { extname } from 'node:path';
import type { Disk } from '../../core/tools.ts';
import { fileResponse, findFile } from '../files.ts';
import type { WireOwnFiles } from '../wire/themes.ts';

const FONT_FORMATS: Readonly<Record<string, string>> = {
  '.woff2': 'woff2',
  '.woff': 'woff',
  '.ttf': 'truetype',
  '.otf': 'opentype',
};
const FONT_SHEET = 'fonts.css';
const PICTURES = ['.png', '.jpg', '.jpeg', '.webp', '.gif', '.svg'];
const MOST = 200;
/** Weights by name suffix: `Gotham-Bold.ttf`. */
const WEIGHTS: Readonly<Record<string, string>> = {
  thin: '100',
  extralight: '200',
  light: '300',
  regular: '400',
  medium: '500',
  semibold: '600',
  bold: '700',
  extrabold: '800',
  black: '900',
};
const ANY_WEIGHT = '100 900';

interface Font {
  readonly name: string;
  readonly family: string;
  readonly weight: string;
  readonly format: string;
}

export async function ownFiles(folder: string, disk: Disk): Promise<WireOwnFiles> {
  const names = await namesIn(folder, disk);
  return {
    fonts: [...new Set(fontsOf(names).map(({ family }) => family))],
    pictures: names.filter((name) => PICTURES.includes(endingOf(name))),
  };
}

/** `name`: percent-encoded, or `fonts.css`, which lists the folder's fonts. Undefined for missing and other files. */
export async function answerOwn(
  folder: string,
  name: string,
  request: Request,
  disk: Disk,
): Promise<Response | undefined> {
  if (name === FONT_SHEET) {
    const headers = { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-cache' };
    return new Response(sheetOf(fontsOf(await namesIn(folder, disk))), { headers });
  }
  const ending = endingOf(name);
  const isOffered = Object.hasOwn(FONT_FORMATS, ending) || PICTURES.includes(ending);
  if (folder === '' || name.includes('/') || !isOffered) {
    return undefined;
  }
  const file = await findFile(folder, name, disk);
  return file && fileResponse(file, request, disk);
}

function sheetOf(fonts: readonly Font[]): string {
  return fonts
    .map(({ name, family, weight, format }) => {
      const isOnly = fonts.filter((other) => other.family === family).length === 1;
      // Keeps the browser from emboldening a family's only file.
      return `@font-face {
  font-family: ${quoted(family)};
  font-weight: ${isOnly ? ANY_WEIGHT : weight};
  font-display: block;
  src: url(${quoted(encodeURIComponent(name))}) format("${format}");
}
`;
    })
    .join('');
}

async function namesIn(folder: string, disk: Disk): Promise<readonly string[]> {
  // The look shows its own font.
  const names = folder === '' ? [] : await disk.list(folder).catch(() => []);
  return names
    .filter((name) => !name.startsWith('.'))
    .sort()
    .slice(0, MOST);
}

function fontsOf(names: readonly string[]): readonly Font[] {
  return names.flatMap((name) => {
    const ending = endingOf(name);
    const format = Object.hasOwn(FONT_FORMATS, ending) ? FONT_FORMATS[ending] : undefined;
    if (format === undefined) {
      return [];
    }
    const stem = name.slice(0, -ending.length);
    const [, family = stem, word = ''] = /^(.+)-([a-z]+)$/i.exec(stem) ?? [];
    const weight = Object.hasOwn(WEIGHTS, word.toLowerCase()) ? WEIGHTS[word.toLowerCase()] : undefined;
    return [
      weight === undefined
        ? { name, family: stem, weight: ANY_WEIGHT, format }
        : { name, family, weight, format },
    ];
  });
}

/** Family of the font in this file. @param name of the file */
export function familyOf(name: string): string {
  return fontsOf([name])[0]?.family ?? name;
}

function endingOf(name: string): string {
  return extname(name).toLowerCase();
}

function quoted(text: string): string {
  return `"${text.replace(/["\\\p{Cc}]/gu, (letter) => `\\${letter.codePointAt(0)?.toString(16)} `)}"`;
}
