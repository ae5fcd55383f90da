import type { Handlers } from './endpoints.ts';
import type { OnAirStore } from './on-air.ts';
import { refuse } from './refuse.ts';
import { type NowMessage, WIRE_VERSION, type WireThemeOptions } from './wire/events.ts';
import type { HealthMessage } from './wire/health.ts';
import type { ThemesMessage, WireOwnFiles, WireTheme } from './wire/themes.ts';

export interface StateDeps {
  readonly onAir: OnAirStore;
  /** Id of the running set. */
  readonly set: () => string;
  readonly health: () => HealthMessage;
  readonly themes: () => Promise<readonly WireTheme[]>;
  readonly options: () => WireThemeOptions;
  readonly own: () => Promise<WireOwnFiles>;
  readonly canSave: boolean;
  readonly hasLooks: () => boolean;
}

const SPEAKS_WEBSOCKET =
  'this address speaks WebSocket: connect with ws:// instead of http://. Each message is a JSON object with v, run, set, ' +
  'seq, at and type; the first has the type snapshot and all there is to know, and what follows is track, hidden, ' +
  'previous, recall, reload, looks, moved or ping. What is on air now, for a plain GET, is at /api/v1/now';

const BEAT_SPEAKS_WEBSOCKET =
  'this address speaks WebSocket: connect with ws:// instead of http://. Each message is a JSON object with the beat that begins, or null';

export function createStateHandlers({
  onAir,
  set,
  health,
  themes,
  options,
  own,
  canSave,
  hasLooks,
}: StateDeps) {
  return {
    'GET /now': (context) =>
      context.json({
        v: WIRE_VERSION,
        set: set(),
        state: onAir.state,
        track: onAir.track ?? null,
        ...onAir.end,
      } satisfies NowMessage),
    'GET /events': (context) => {
      context.header('Upgrade', 'websocket');
      return refuse(context, 426, SPEAKS_WEBSOCKET);
    },
    'GET /beat': (context) => {
      context.header('Upgrade', 'websocket');
      return refuse(context, 426, BEAT_SPEAKS_WEBSOCKET);
    },
    'GET /health': (context) => context.json(health()),
    'GET /themes': async (context) =>
      context.json({
        v: WIRE_VERSION,
        themes: await themes(),
        options: options(),
        own: await own(),
        canSave,
        hasLooks: hasLooks(),
      } satisfies ThemesMessage),
    'GET /openapi.json': async (context) => {
      const { default: description } = await import('../../docs/reference/openapi.json', {
        with: { type: 'json' },
      });
      return context.json(description);
    },
  } satisfies Partial<Handlers>;
}
