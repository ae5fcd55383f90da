/** A WAV file of silence that carries its names, for real players. */

function chunk(id: string, body: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from(id, 'latin1'), size, body, Buffer.alloc(body.length % 2)]);
}

/** 8 kHz, mono, 8 bits a sample. */
export function silence(artist: string, title: string, seconds: number): Buffer {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0); // PCM
  format.writeUInt16LE(1, 2); // channels
  format.writeUInt32LE(8000, 4); // samples a second
  format.writeUInt32LE(8000, 8); // bytes a second
  format.writeUInt16LE(1, 12); // bytes a frame
  format.writeUInt16LE(8, 14); // bits a sample
  const names = Buffer.concat([
    Buffer.from('INFO'),
    chunk('IART', Buffer.from(`${artist}\0`)),
    chunk('INAM', Buffer.from(`${title}\0`)),
  ]);
  const samples = Buffer.alloc(8000 * seconds, 0x80);
  return chunk(
    'RIFF',
    Buffer.concat([Buffer.from('WAVE'), chunk('fmt ', format), chunk('LIST', names), chunk('data', samples)]),
  );
}
