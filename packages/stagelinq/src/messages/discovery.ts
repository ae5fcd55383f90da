import { inOrder, u16, type WirePart } from '@deckcast/wire-kit';
import { ByteReader, ByteWriter, type Codec } from '../bytes.ts';
import { StagelinqError } from '../errors.ts';
import { text, token } from './parts.ts';

/** UDP port that every device announces to and listens on. */
export const DISCOVERY_PORT = 51337;

const MAGIC = 'airD';
const HOWDY = 'DISCOVERER_HOWDY_';
const EXIT = 'DISCOVERER_EXIT_';

const action: WirePart<'howdy' | 'exit'> = {
  read(reader) {
    const word = text.read(reader);
    if (word !== HOWDY && word !== EXIT) {
      throw new StagelinqError('malformed', 'the action of an announcement is neither howdy nor exit');
    }
    return word === HOWDY ? 'howdy' : 'exit';
  },
  write: (writer, value) => text.write(writer, value === 'howdy' ? HOWDY : EXIT),
};

const announcement = inOrder({
  /** Sender's identity, 32 hexadecimal digits. Survives reboots. */
  token,
  /** The device's name for itself (`sc6000`). Equal players share it. */
  source: text,
  /** `howdy` every second, `exit` when leaving. */
  action,
  /** Model code (`JP13`), or a program's name. */
  software: text,
  version: text,
  /** Main connection; 0 without one. New at every boot. */
  port: u16,
});

/**
 * Announcement that every participant broadcasts once a second to UDP port 51337, behind the letters `airD`.
 */
export type Announcement = ReturnType<typeof announcement.read>;

/** Codec of announcements. */
export const announcementCodec: Codec<Announcement> = {
  encode(message) {
    const writer = new ByteWriter().magic(MAGIC);
    announcement.write(writer, message);
    return writer.finish();
  },

  // Ignores bytes after the port, which newer firmware may add.
  decode(bytes, maxStringBytes) {
    const reader = new ByteReader(bytes, maxStringBytes);
    reader.magic(MAGIC);
    return announcement.read(reader);
  },
};
