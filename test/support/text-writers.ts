/** Text files of DJ programs: each format, in each way of replacing a file. */
import { appendFile, rename, truncate, writeFile } from 'node:fs/promises';
import iconv from 'iconv-lite';

export interface WriterNames {
  readonly artist: string;
  readonly title: string;
}

/** Content of the file after these tracks, newest last. */
export type WriterFormat = (played: readonly WriterNames[]) => Buffer;

function newest(played: readonly WriterNames[]): WriterNames {
  return played.at(-1) ?? { artist: '', title: '' };
}

function clock(index: number): string {
  return `${String(Math.floor(index / 60) % 24).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}`;
}

const djay: WriterFormat = (played) => {
  const { artist, title } = newest(played);
  return Buffer.from(`Title: ${title}\nArtist: ${artist}\nAlbum: N/A\nTime: 05:21\n`);
};

const line: WriterFormat = (played) => Buffer.from(`${newest(played).artist} - ${newest(played).title}`);

const tracklist: WriterFormat = (played) =>
  Buffer.from(
    [
      'VirtualDJ History 2026/11/21',
      '------------------------------',
      ...played.map(({ artist, title }, index) => `${clock(index)} : ${artist} - ${title}`),
      '',
    ].join('\r\n'),
  );

const virtualDjPlaylist: WriterFormat = (played) =>
  Buffer.from(
    [
      '#EXTM3U',
      ...played.flatMap(({ artist, title }, index) => [
        `#EXTVDJ:<time>${clock(index)}</time><filesize>${index}</filesize><artist>${artist}</artist><title>${title}</title>`,
        `netsearch://dz${index}`,
      ]),
      '',
    ].join('\r\n'),
  );

const infoPlaylist: WriterFormat = (played) =>
  Buffer.from(
    [
      '#EXTM3U',
      ...played.flatMap(({ artist, title }) => [`#EXTINF:321,${artist} - ${title}`, `/music/${title}.flac`]),
      '',
    ].join('\n'),
  );

export const FORMATS = {
  'djay lines': djay,
  'djay lines in UTF-16': (played) => Buffer.from(`\ufeff${djay(played).toString()}`, 'utf16le'),
  'a single line': line,
  'a single line in Windows-1252': (played) => iconv.encode(line(played).toString(), 'win1252'),
  'a VirtualDJ tracklist': tracklist,
  'a VirtualDJ playlist': virtualDjPlaylist,
  'a playlist with #EXTINF': infoPlaylist,
} satisfies Record<string, WriterFormat>;

/** One operation on the file. */
export type WriterStep =
  | { readonly do: 'truncate' }
  | { readonly do: 'append'; readonly bytes: Buffer }
  | { readonly do: 'replace'; readonly bytes: Buffer };

/** Steps from one content to the next, with pauses of `gapMs` between them. */
export type Way = (before: Buffer, after: Buffer) => readonly WriterStep[];

function pieces(bytes: Buffer): readonly WriterStep[] {
  const size = Math.max(1, Math.ceil(bytes.length / 4));
  return [0, 1, 2, 3]
    .map((index) => bytes.subarray(index * size, (index + 1) * size))
    .filter((piece) => piece.length > 0)
    .map((piece) => ({ do: 'append', bytes: piece }));
}

export const WAYS = {
  'truncated first': (_before, after) => [{ do: 'truncate' }, { do: 'append', bytes: after }],
  'written in four pieces': (_before, after) => [{ do: 'truncate' }, ...pieces(after)],
  'renamed over': (_before, after) => [{ do: 'replace', bytes: after }],
  'appended to where it grows': (before, after) =>
    before.length > 0 && after.subarray(0, before.length).equals(before)
      ? pieces(after.subarray(before.length))
      : [{ do: 'replace', bytes: after }],
} satisfies Record<string, Way>;

/** Applies the step to a content in memory. */
export function imagine(content: Buffer, step: WriterStep): Buffer {
  switch (step.do) {
    case 'truncate':
      return Buffer.alloc(0);
    case 'append':
      return Buffer.concat([content, step.bytes]);
    case 'replace':
      return step.bytes;
  }
}

/** Applies the step to a real file. */
export async function perform(path: string, step: WriterStep): Promise<void> {
  switch (step.do) {
    case 'truncate':
      return truncate(path).catch(() => writeFile(path, ''));
    case 'append':
      return appendFile(path, step.bytes);
    case 'replace': {
      await writeFile(`${path}.new`, step.bytes);
      return rename(`${path}.new`, path);
    }
  }
}

/** Distinct names that need the right encoding. */
export function names(count: number): readonly WriterNames[] {
  return Array.from({ length: count }, (_, index) => ({
    artist: `Björk & Ólafur ${index % 7}`,
    title: `Été Nº ${index} – Ñandú`,
  }));
}
