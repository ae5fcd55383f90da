/** Icecast 2, and the harbor of Liquidsoap (streamers' logins of AzuraCast). */

import { unescape as percentDecoded } from 'node:querystring';
import { UpstreamError } from '../../core/errors.ts';
import { OWN_SERVER_PAUSE_MS } from '../../core/health.ts';
import { say } from '../../core/message.ts';
import { basicAuthorization, StatusError } from '../http.ts';
import {
  get,
  placeOf,
  refusal,
  type Station,
  type StationPlace,
  type StationTools,
  sentText,
} from './station.ts';

const CHARSET_NAMES = { 'utf-8': 'UTF-8', latin1: 'ISO-8859-1' } as const;

export function icecastStation(address: URL, tools: StationTools): Station {
  const place = placeOf(address, { port: ':8000', user: 'source' });
  const { name } = place;
  const mount = percentDecoded(address.pathname);
  const update = async (query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<string> => {
    const headers = basicAuthorization(place.user, place.password);
    const { bytes } = await get(place, 'admin/metadata', { ...query, mount }, { headers, tools, signal });
    return Buffer.from(bytes).toString();
  };
  return {
    name,
    async write({ text }, signal) {
      const charset = CHARSET_NAMES[tools.charset];
      const answer = await update(
        { mode: 'updinfo', song: sentText(text, tools.charset), charset },
        signal,
      ).catch((error: unknown) => {
        if (text === '' && lacksStream(error)) {
          // The title went with the stream.
          return '';
        }
        throw explained(place, error);
      });
      // Icecast refuses with status 200, even with "1" for success.
      if (answer.includes('will not accept')) {
        throw new UpstreamError(say('radio.takes-no-titles-because-those-ogg', { server: name }), 'stop', {
          retryAfterMs: OWN_SERVER_PAUSE_MS,
        });
      }
    },
    async examine(signal) {
      // An unknown mode is refused, but only after name, password and mount were checked. A harbor does the
      // same and fails (500).
      await update({ mode: 'none' }, signal).catch((error: unknown) => {
        if (!(error instanceof StatusError && error.status === 500)) {
          throw explained(place, error);
        }
      });
    },
  };
}

/** 400: Icecast lacks the mount; 405: a harbor has no encoder; 404: no such page. */
function lacksStream(error: unknown): boolean {
  return error instanceof StatusError && [400, 404, 405].includes(error.status);
}

function explained(place: StationPlace, error: unknown): unknown {
  return lacksStream(error)
    ? new UpstreamError(say('radio.nobody-streams-moment', { server: place.name }), 'retry', { cause: error })
    : refusal(place, error);
}
