// Libraries compiled into WebAssembly and native modules of npm packages, beyond the packages' own licenses. After an
// update, check the submodules of wasm-audio-decoders, and `versions.json` of libvips.

/**
 * @typedef {object} Part a library inside a compiled module
 * @property {string} name
 * @property {string} [version] absent if the module's package lists it (`versions.json`)
 * @property {string} license SPDX expression
 * @property {readonly string[]} [copyright]
 * @property {string} source address of its source code
 * @property {string} [commit] compiled commit, if the address is a git repository
 */

/** @type {Part} */
const EMSCRIPTEN = {
  name: 'emscripten',
  version: 'system-libraries',
  license: 'MIT',
  copyright: [
    'Copyright (c) 2010-2014 Emscripten authors, see AUTHORS file.',
    'Copyright © 2005-2020 Rich Felker, et al. (musl)',
  ],
  source: 'https://github.com/emscripten-core/emscripten',
};

/** @type {Part} */
const WASM_AUDIO_DECODERS = {
  name: 'wasm-audio-decoders',
  version: '925d060',
  license: 'MIT',
  copyright: ['Copyright (c) Ethan Halsall'],
  source: 'https://github.com/eshaz/wasm-audio-decoders',
  commit: '925d0608c98056c30e6315f38e2d123e3c67e8af',
};

const LGPL_3 = 'LGPL-3.0-or-later';

/**
 * Parts of libvips in sharp's builds, named as in `versions.json`.
 * @type {readonly Part[]}
 */
const LIBVIPS = [
  ['aom', 'BSD-2-Clause', 'https://aomedia.googlesource.com/aom'],
  ['archive', 'BSD-2-Clause', 'https://github.com/libarchive/libarchive'],
  ['cairo', 'MPL-1.1', 'https://gitlab.freedesktop.org/cairo/cairo'],
  ['cgif', 'MIT', 'https://github.com/dloebl/cgif'],
  ['exif', LGPL_3, 'https://github.com/libexif/libexif'],
  ['expat', 'MIT', 'https://github.com/libexpat/libexpat'],
  ['ffi', 'MIT', 'https://github.com/libffi/libffi'],
  ['fontconfig', 'HPND-sell-variant', 'https://gitlab.freedesktop.org/fontconfig/fontconfig'],
  ['freetype', 'FTL', 'https://gitlab.freedesktop.org/freetype/freetype'],
  ['fribidi', LGPL_3, 'https://github.com/fribidi/fribidi'],
  ['glib', LGPL_3, 'https://gitlab.gnome.org/GNOME/glib'],
  ['harfbuzz', 'MIT', 'https://github.com/harfbuzz/harfbuzz'],
  ['heif', LGPL_3, 'https://github.com/strukturag/libheif'],
  ['highway', 'BSD-3-Clause', 'https://github.com/google/highway'],
  ['imagequant', 'BSD-2-Clause', 'https://github.com/lovell/libimagequant'],
  ['lcms', 'MIT', 'https://github.com/mm2/Little-CMS'],
  ['mozjpeg', 'IJG AND BSD-3-Clause AND Zlib', 'https://github.com/mozilla/mozjpeg'],
  ['nsgif', 'MIT', 'https://github.com/netsurf-browser/libnsgif'],
  ['pango', LGPL_3, 'https://gitlab.gnome.org/GNOME/pango'],
  ['pixman', 'MIT', 'https://gitlab.freedesktop.org/pixman/pixman'],
  ['png', 'libpng-2.0', 'https://github.com/pnggroup/libpng'],
  ['proxy-libintl', LGPL_3, 'https://github.com/frida/proxy-libintl'],
  ['rsvg', LGPL_3, 'https://gitlab.gnome.org/GNOME/librsvg'],
  ['tiff', 'libtiff', 'https://gitlab.com/libtiff/libtiff'],
  ['uhdr', 'MIT', 'https://github.com/google/libultrahdr'],
  ['vips', LGPL_3, 'https://github.com/libvips/libvips'],
  ['webp', 'BSD-3-Clause', 'https://chromium.googlesource.com/webm/libwebp'],
  ['xml2', 'MIT', 'https://gitlab.gnome.org/GNOME/libxml2'],
  ['zlib-ng', 'Zlib', 'https://github.com/zlib-ng/zlib-ng'],
].map(([name = '', license = '', source = '']) => ({ name, license, source }));

/**
 * Parts by package, with `*` for the platform.
 * @type {Readonly<Record<string, readonly Part[]>>}
 */
const COMPILED = {
  '@wasm-audio-decoders/common': [
    {
      name: 'puff',
      version: '2.3',
      license: 'Zlib',
      copyright: [
        'Copyright (C) 2002-2013 Mark Adler, all rights reserved',
        'Altered: inlined into this library.',
      ],
      source: 'https://github.com/madler/zlib/tree/master/contrib/puff',
    },
    EMSCRIPTEN,
  ],
  '@wasm-audio-decoders/flac': [
    {
      name: 'libFLAC',
      version: '1.5.0',
      license: 'BSD-3-Clause',
      copyright: ['Copyright (C) 2000-2009 Josh Coalson', 'Copyright (C) 2011-2025 Xiph.Org Foundation'],
      source: 'https://github.com/xiph/flac',
      commit: '1507800de4b70e21be71f38caa0d9079d0bc6e45',
    },
    EMSCRIPTEN,
  ],
  '@wasm-audio-decoders/ogg-vorbis': [
    {
      name: 'libvorbis',
      version: '1.3.7-g84c0236',
      license: 'BSD-3-Clause',
      copyright: ['Copyright (c) 2002-2020 Xiph.org Foundation'],
      source: 'https://github.com/xiph/vorbis',
      commit: '84c023699cdf023a32fa4ded32019f194afcdad0',
    },
    {
      name: 'libogg',
      version: '1.3.5-g3069cc2',
      license: 'BSD-3-Clause',
      copyright: ['Copyright (c) 2002, Xiph.org Foundation'],
      source: 'https://github.com/xiph/ogg',
      commit: '3069cc2bb44160982cdb21b2b8f0660c76b17572',
    },
    EMSCRIPTEN,
  ],
  'mpg123-decoder': [
    {
      name: 'libmpg123',
      version: '1.29.0',
      license: 'LGPL-2.1-only',
      copyright: [
        'Copyright 1995-2021 by the mpg123 project - free software under the terms of the LGPL 2.1',
      ],
      source: 'https://github.com/madebr/mpg123',
      commit: '08247b317163175e62035893af3ff9e71a5dfefd',
    },
    WASM_AUDIO_DECODERS,
    EMSCRIPTEN,
  ],
  'opus-decoder': [
    {
      name: 'libopus',
      version: '1.5.2',
      license: 'BSD-3-Clause',
      copyright: [
        'Copyright 2001-2023 Xiph.Org, Skype Limited, Octasic, Jean-Marc Valin, Timothy B. Terriberry, CSIRO,',
        'Gregory Maxwell, Mark Borgerding, Erik de Castro Lopo, Mozilla, Amazon',
      ],
      source: 'https://github.com/xiph/opus',
      commit: 'ddbe48383984d56acd9e1ab6a090c54ca6b735a6',
    },
    EMSCRIPTEN,
  ],
  '@img/sharp-libvips-*': LIBVIPS,
  // Windows has libvips in the same package.
  '@img/sharp-win32-*': LIBVIPS,
  '@img/sharp-*': [],
  sharp: [],
  '@libsql/*': [
    { name: 'sqlite', license: 'blessing', source: 'https://www.sqlite.org/' },
    {
      name: 'sqlite3-multiple-ciphers',
      license: 'MIT',
      copyright: ['Copyright (c) 2019-2020 Ulrich Telle'],
      source: 'https://github.com/utelle/SQLite3MultipleCiphers',
    },
    {
      name: 'ring',
      license: 'Apache-2.0 AND ISC',
      source: 'https://github.com/briansmith/ring',
    },
    { name: 'rust-crates', license: 'MIT OR Apache-2.0', source: 'https://crates.io/' },
  ],
};

/**
 * Undefined for a package that the table lacks.
 * @param {string} name of the package
 */
export function partsOf(name) {
  const [key] = Object.keys(COMPILED)
    .filter((pattern) => matches(name, pattern))
    .sort((one, other) => other.length - one.length);
  return key === undefined ? undefined : COMPILED[key];
}

/**
 * @param {string} name
 * @param {string} pattern
 */
function matches(name, pattern) {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/** Licenses require an offer of their source code beside the program. */
export const SOURCE_OFFERED = [...(partsOf('mpg123-decoder') ?? [])].filter(({ commit }) => commit);

/**
 * Users must be able to replace such a library, so it cannot be bundled.
 * @param {string} license
 */
export function isCopyleft(license) {
  return license.includes('GPL');
}
