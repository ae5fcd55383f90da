import { ByteReader, ByteWriter, type Codec } from '../bytes.ts';
import { StagelinqError } from '../errors.ts';

/**
 * What every participant broadcasts once a second to UDP port 51337.
 *
 * | bytes | field |
 * |---|---|
 * | 4 | `airD` |
 * | 16 | token |
 * | 4+n | source |
 * | 4+n | action, `DISCOVERER_HOWDY_` or `DISCOVERER_EXIT_` |
 * | 4+n | software |
 * | 4+n | version |
 * | 2 | TCP port |
 */
export interface Announcement {
  /** Identity of the sender: 32 hexadecimal digits. Stable across reboots of a device. */
  readonly token: string;
  /** The device's name for itself, such as `sc6000`. Two equal players share it. */
  readonly source: string;
  /** `howdy` every second, `exit` once when leaving. */
  readonly action: 'howdy' | 'exit';
  /** Model code of a device (`JP13`), or a program's name. */
  readonly software: string;
  readonly version: string;
  /** Where the sender accepts a main connection; 0 when it accepts none. New at every boot of a device. */
  readonly port: number;
}

/** The UDP port that every device announces to and listens on. */
export const DISCOVERY_PORT = 51337;

const MAGIC = 'airD';
const HOWDY = 'DISCOVERER_HOWDY_';
const EXIT = 'DISCOVERER_EXIT_';

export const announcementCodec: Codec<Announcement> = {
  encode(message) {
    return new ByteWriter()
      .magic(MAGIC)
      .token(message.token)
      .text(message.source)
      .text(message.action === 'howdy' ? HOWDY : EXIT)
      .text(message.software)
      .text(message.version)
      .u16(message.port)
      .finish();
  },

  // Bytes after the port are let pass: none are known, but a newer firmware may add some.
  decode(bytes, maxStringBytes) {
    const reader = new ByteReader(bytes, maxStringBytes);
    reader.magic(MAGIC);
    const token = reader.token();
    const source = reader.text();
    const action = readAction(reader.text());
    return { token, source, action, software: reader.text(), version: reader.text(), port: reader.u16() };
  },
};

function readAction(text: string): Announcement['action'] {
  if (text === HOWDY) {
    return 'howdy';
  }
  if (text === EXIT) {
    return 'exit';
  }
  throw new StagelinqError('malformed', 'the action of an announcement is neither howdy nor exit');
}
