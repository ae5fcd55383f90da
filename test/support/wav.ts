/** WAV files, mono. */

function chunk(id: string, body: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from(id, 'latin1'), size, body, Buffer.alloc(body.length % 2)]);
}

/** `more`: chunks before the sound. */
export function wave(samples: Uint8Array | Int16Array, rate: number, ...more: readonly Buffer[]): Buffer {
  const bytes = samples.BYTES_PER_ELEMENT;
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0); // PCM
  format.writeUInt16LE(1, 2); // channels
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE(rate * bytes, 8); // bytes a second
  format.writeUInt16LE(bytes, 12); // bytes a frame
  format.writeUInt16LE(8 * bytes, 14); // bits a sample
  const sound = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const all = [Buffer.from('WAVE'), chunk('fmt ', format), ...more, chunk('data', sound)];
  return chunk('RIFF', Buffer.concat(all));
}

/** Silence with names, for real players: 8 kHz, 8 bits per sample. */
export function silence(artist: string, title: string, seconds: number): Buffer {
  const names = [chunk('IART', Buffer.from(`${artist}\0`)), chunk('INAM', Buffer.from(`${title}\0`))];
  const list = chunk('LIST', Buffer.concat([Buffer.from('INFO'), ...names]));
  return wave(new Uint8Array(8000 * seconds).fill(0x80), 8000, list);
}
