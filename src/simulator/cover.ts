/** Album covers for music that does not exist: a disc over a slope of one hue, as PNG. */
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const EIGHT_BITS = 8;
const RGB = 2;

type Rgb = readonly [red: number, green: number, blue: number];

/** A square picture, `size` pixels wide. `hue` in degrees. */
export function cover(hue: number, size = 256): Uint8Array {
  const rowBytes = 1 + size * 3;
  const pixels = Buffer.alloc(rowBytes * size);
  const centre = size / 2;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const radius = Math.hypot(x - centre, y - centre) / size;
      const onDisc = radius < 0.32 && radius > 0.06;
      const light = onDisc ? 0.82 - radius * 0.6 : 0.2 + (0.25 * (x + y)) / (2 * size);
      pixels.set(rgb(onDisc ? hue + 40 : hue, light), y * rowBytes + 1 + x * 3);
    }
  }
  return png(size, pixels);
}

function png(size: number, pixels: Buffer): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([EIGHT_BITS, RGB], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}

/** HSL with half saturation. */
function rgb(hue: number, light: number): Rgb {
  const chroma = Math.min(light, 1 - light) * 0.55;
  const channel = (offset: number): number => {
    const place = (offset + hue / 30) % 12;
    return Math.round(255 * (light - chroma * Math.max(-1, Math.min(place - 3, 9 - place, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}
