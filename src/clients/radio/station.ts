/** The title that listeners of a web radio read: written to the server, beside the stream that an encoder sends. */
import { BugError } from '../../core/errors.ts';
import type { Clock, Fetch } from '../../core/tools.ts';
import type { Charset } from './address.ts';
import { azuraCastStation } from './azuracast.ts';
import { icecastStation } from './icecast.ts';
import { shoutcastStation } from './shoutcast.ts';

/** One mount or stream of a server. Promises reject with an UpstreamError, or with the signal's reason. */
export interface Station {
  /** For people: `radio.example.org:8000/live`. */
  readonly name: string;
  /** Replaces the title. */
  write(title: Title, signal: AbortSignal): Promise<void>;
  /** How the server describes the stream; undefined where it does not. */
  query(signal: AbortSignal): Promise<Stream | undefined>;
  /** Rejects with what would stop a title. None is written: where the server cannot be asked without, it resolves. */
  examine(signal: AbortSignal): Promise<void>;
}

export interface Title {
  /** The whole of it, as listeners read it. */
  readonly text: string;
  /** For servers that keep both apart. */
  readonly artist: string;
  readonly title: string;
}

/** A stream as its server describes it. */
export interface Stream {
  /** Differs for each connection of an encoder; undefined while none is connected. */
  readonly connection: string | undefined;
  /** Undefined where the server tells none. */
  readonly title?: string;
}

export interface StationTools {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly userAgent: string;
  /** In which titles are sent. */
  readonly charset: Charset;
}

/** Each scheme with what speaks to such a server; with an `s` behind, it does so by TLS. */
const STATIONS: Readonly<Record<string, (address: URL, tools: StationTools) => Station>> = {
  icecast: icecastStation,
  shoutcast: shoutcastStation,
  azuracast: azuraCastStation,
};

/** The address has no problem (`address.ts`). */
export function stationOf(address: string, tools: StationTools): Station {
  const url = new URL(address);
  const station = STATIONS[url.protocol.replace(/s?:$/, '')];
  if (station === undefined) {
    throw new BugError(`no station is reached by ${url.protocol}`);
  }
  return station(url, tools);
}
