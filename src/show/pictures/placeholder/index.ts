import { type Picture, TRANSPARENT_PIXEL } from '../../../core/track.ts';
import { NOTE_PNG_BASE64 } from './note.ts';

export const PLACEHOLDERS = ['', 'pixel', 'note'] as const;

export function placeholder(name: (typeof PLACEHOLDERS)[number]): Picture | undefined {
  switch (name) {
    case '':
      return undefined;
    case 'pixel':
      return TRANSPARENT_PIXEL;
    case 'note':
      return { png: Buffer.from(NOTE_PNG_BASE64, 'base64') };
  }
}
