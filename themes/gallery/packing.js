/**
 * The file of a look for another computer, with its logo and font.
 * @import { WireOwnFiles, WireTheme, WireThemeOption } from '../../src/web/wire/themes.ts'
 * @import { Group } from './fields.js'
 * @import { Packed, Packing } from './look-file.js'
 * @import { Look } from './mine.js'
 */
import { base64, keepLookFile, MOST_BYTES } from '/dashboard/logo.js';
import { translated } from '/dashboard/text.js';
import { word } from '/dashboard/words.js';
import { specsOf } from './fields.js';
import { download, MOST_BYTES as MOST_TEXT_BYTES, readFile } from './look-file.js';

/** Files of one look together, so that it can be read back. */
const MOST_TOGETHER = 16_000_000;
/** Rules that the server writes for the fonts in the folder. */
const RULE = /font-family: "(.*)";[^}]*url\("(.*?)"\)/g;

/**
 * Saves the look as a file. Resolves to what is in it, for the user.
 * @param {string} name
 * @param {Look} kept
 * @param {Readonly<Record<string, WireThemeOption>>} specs  of the look's theme
 */
export async function exportLook(name, kept, specs) {
  const packed = await pack(kept.options, specs);
  download(name, kept, packed.files);
  return contents(packed);
}

/**
 * Reads the chosen file, and keeps its logo and font here.
 * @param {HTMLInputElement} field
 * @param {readonly WireTheme[]} themes
 * @param {WireOwnFiles} own
 * @returns {Promise<{ theme?: string, options: Look['options'], name: string, wrongLogo?: { text: string, problem: string }, group?: Group, said: string }>}
 * without a theme if it is no look; the group has an option that lacks its file
 */
export async function importLook(field, themes, own) {
  const [file] = field.files ?? [];
  const text = file === undefined || file.size > MOST_TEXT_BYTES ? '' : await file.text();
  // The same file can be chosen again.
  field.value = '';
  const ids = themes.map(({ id }) => id);
  const read = readFile(text, ids);
  if ('problem' in read) {
    return { options: new Map(), name: '', said: translated(read.problem) };
  }
  const { theme, options: given } = read.kept;
  const specs = specsOf(
    themes.find(({ id }) => id === theme),
    own,
  );
  const { options, problems } = await unpack(given, read.files, specs);
  const { logo = '', font = '' } = problems;
  return {
    theme,
    options,
    name: read.name,
    ...(logo !== '' && { wrongLogo: { text: given.get('logo') ?? '', problem: logo } }),
    ...(logo + font !== '' && { group: logo === '' ? 'type' : 'more' }),
    said: [word('look.try'), logo, font].filter((one) => one !== '').join(' '),
  };
}

/**
 * Reads the files that the options name.
 * @param {ReadonlyMap<string, string>} options
 * @param {Readonly<Record<string, WireThemeOption>>} specs  of the look's theme
 */
async function pack(options, specs) {
  const [logo = '', font = ''] = [options.get('logo'), options.get('font')];
  const fonts = font === '' ? [] : (await fontsHere()).filter(({ family }) => family === font);
  /** @type {Record<string, Packed[]>} */
  const files = {};
  /** @type {string[]} */
  const missing = fonts.length > 0 || isKnown(specs, 'font', font) ? [] : [font];
  let left = MOST_TOGETHER;
  const wanted = [
    ...(logo === '' ? [] : [/** @type {const} */ (['logo', logo, MOST_BYTES.picture])]),
    ...fonts.map(({ name }) => /** @type {const} */ (['font', name, MOST_BYTES.font])),
  ];
  for (const [option, name, most] of wanted) {
    const content = await contentOf(name);
    if (content === undefined || content.size > Math.min(most, left)) {
      missing.push(name);
    } else {
      left -= content.size;
      files[option] = [...(files[option] ?? []), { name, data: await base64(content) }];
    }
  }
  return { files, missing };
}

/** Names the files that are in an exported look, and those that are not. @param {Awaited<ReturnType<typeof pack>>} packed */
function contents({ files, missing }) {
  const names = Object.values(files)
    .flat()
    .map(({ name }) => name);
  return [
    ...(names.length > 0 ? [word('look.packed', { files: names.join(', ') })] : []),
    ...(missing.length > 0 ? [word('look.not-packed', { files: missing.join(', ') })] : []),
  ].join(' ');
}

/**
 * Keeps the files here, and gives the options their names here. A logo that cannot be shown is taken out of them.
 *
 * @param {ReadonlyMap<string, string>} options
 * @param {Packing} files
 * @param {Readonly<Record<string, WireThemeOption>>} specs  of the look's theme
 * @returns {Promise<{ options: Map<string, string>, problems: { logo?: string, font?: string } }>}
 */
async function unpack(options, files, specs) {
  const here = new Map(options);
  /** @type {{ logo?: string, font?: string }} */
  const problems = {};
  const [logo = '', font = ''] = [options.get('logo'), options.get('font')];
  if (logo !== '' && files.logo?.[0] !== undefined) {
    const { done, value, reason } = await keepPacked(files.logo[0], 'picture');
    if (done) {
      here.set('logo', value);
    } else {
      here.delete('logo');
      problems.logo = word('look.not-kept', { name: logo, reason });
    }
  } else if (!isKnown(specs, 'logo', logo)) {
    here.delete('logo');
    problems.logo = word('look.logo-not-in', { name: logo, option: translated(specs.logo?.label ?? 'logo') });
  }
  if (font !== '' && files.font !== undefined) {
    const { done, value, reason } = await keepFont(font, files.font);
    if (done) {
      here.set('font', value);
    } else {
      problems.font = word('look.not-kept', { name: font, reason });
    }
  } else if (!isKnown(specs, 'font', font)) {
    problems.font = word('look.font-not-in', { name: font, group: word('look.group-type') });
  }
  return { options: here, problems };
}

/** @param {Readonly<Record<string, WireThemeOption>>} specs @param {'logo' | 'font'} option @param {string} value */
function isKnown(specs, option, value) {
  return value === '' || specs[option]?.values?.includes(value) === true;
}

/**
 * Keeps all weights under one family: a family of the same name with other files stays as it is.
 * @param {string} family
 * @param {readonly Packed[]} files
 */
async function keepFont(family, files) {
  const there = await fontsHere();
  const wanted = asStem(family);
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? wanted : `${wanted}-${count}`;
    const same = there.filter((one) => asStem(one.family) === name);
    if (same.length === 0) {
      return keepWeights(family, name, files);
    }
    if (await hasAll(same, files)) {
      return { done: true, value: same[0]?.family ?? name, reason: '' };
    }
  }
}

/** @param {string} family @param {string} name  of the family here @param {readonly Packed[]} files */
async function keepWeights(family, name, files) {
  let kept = { done: true, value: name, reason: '' };
  for (const file of files) {
    const weight = file.name.startsWith(family) ? file.name.slice(family.length) : '';
    kept = await keepPacked({ ...file, name: `${name}${weight}` }, 'font');
    if (!kept.done) {
      return kept;
    }
  }
  return kept;
}

/** @param {readonly { readonly name: string }[]} there @param {readonly Packed[]} files */
async function hasAll(there, files) {
  const contents = await Promise.all(
    there.map(async ({ name }) => base64((await contentOf(name)) ?? new Blob())),
  );
  return files.every(({ data }) => contents.includes(data));
}

/** @param {Packed} file @param {'picture' | 'font'} kind */
function keepPacked({ name, data }, kind) {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  return keepLookFile(new Blob([bytes]), name, kind);
}

/** Font files in the folder. */
async function fontsHere() {
  const sheet = await fetch('/own/fonts.css').then(
    (response) => response.text(),
    () => '',
  );
  return [...sheet.matchAll(RULE)].map(([, family = '', name = '']) => ({
    family: family.replace(/\\([\da-f]+) /g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16))),
    name: decodeURIComponent(name),
  }));
}

/** @param {string} name @returns {Promise<Blob | undefined>} */
function contentOf(name) {
  return fetch(`/own/${encodeURIComponent(name)}`).then(
    (response) => (response.ok ? response.blob() : undefined),
    () => undefined,
  );
}

/** As the server names files that it keeps. @param {string} family */
function asStem(family) {
  return family.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+/, '') || 'font';
}
