import type { Context } from 'hono';
import { say } from '../../core/message.ts';
import type { Env, Handlers } from '../endpoints.ts';
import { RefusedError } from '../refuse.ts';
import { CheckRequest, PictureRequest, SaveRequest } from '../requests.ts';
import type { Done } from '../wire/answers.ts';
import { WIRE_VERSION } from '../wire/events.ts';
import type {
  CheckAnswer,
  PathsMessage,
  PictureAnswer,
  Saved,
  SaveRefusal,
  SettingsMessage,
} from '../wire/settings.ts';
import { bodyOf } from './body.ts';
import type { Authorizer } from './index.ts';

/** Never rejects. `isHere`: the caller is on this computer, so may change programs, files and folders. */
export interface SettingsStore {
  read(isHere: boolean): Promise<ReadSettings>;
  save(request: SaveRequest, isHere: boolean): Promise<SaveOutcome>;
  check(request: CheckRequest, isHere: boolean): Promise<Omit<CheckAnswer, 'v'>>;
  paths(folder: string): Promise<PathsMessage['paths']>;
  keepPicture(given: GivenPicture): Promise<Omit<PictureAnswer, 'v'>>;
}

export interface GivenPicture {
  readonly picture: Uint8Array;
  /** File name of a file for looks. Undefined: logo of the set's page. */
  readonly name?: string | undefined;
  /** `picture` if not given. */
  readonly kind?: 'picture' | 'font' | undefined;
}

export type ReadSettings = Omit<SettingsMessage, 'v' | 'isHere'>;

export type SaveOutcome =
  | ({ readonly outcome: 'saved' } & Omit<Saved, keyof Done>)
  | ({ readonly outcome: keyof typeof REFUSED } & Omit<SaveRefusal, keyof Done>);

const REFUSED = { refused: 422, conflict: 409, failed: 500 } as const;

/** `store`: absent without a configuration file. */
export function createSettingsHandlers(store: SettingsStore | undefined, { denialOf }: Authorizer) {
  function stored(): SettingsStore {
    if (store === undefined) {
      throw new RefusedError(409, say('web.no-configuration-file'));
    }
    return store;
  }

  const isHere = ({ env }: Context<Env>): boolean => denialOf('configure here', env.incoming) === undefined;

  return {
    'GET /settings': async (context) => {
      const here = isHere(context);
      const read = await stored().read(here);
      return context.json({ v: WIRE_VERSION, isHere: here, ...read } satisfies SettingsMessage);
    },
    'PATCH /settings': async (context) => {
      const settings = stored();
      const needs = 'send what to save: {"revision": "…", "set": {"delay": 5}, "unset": ["osc.host"]}';
      const body = await bodyOf(context, SaveRequest, needs);
      const saved = await settings.save(body, isHere(context));
      if (saved.outcome === 'saved') {
        const { outcome: _, ...rest } = saved;
        return context.json({ v: WIRE_VERSION, done: true, ...rest } satisfies Saved);
      }
      const { outcome, ...rest } = saved;
      return context.json({ v: WIRE_VERSION, done: false, ...rest } satisfies SaveRefusal, REFUSED[outcome]);
    },
    'POST /settings/check': async (context) => {
      const settings = stored();
      const needs = 'send what to check: {"option": "delay", "value": "5"}';
      const body = await bodyOf(context, CheckRequest, needs);
      const answer = await settings.check(body, isHere(context));
      return context.json({ v: WIRE_VERSION, ...answer } satisfies CheckAnswer);
    },
    'POST /settings/picture': async (context) => {
      const settings = stored();
      const needs = 'send the picture: {"data": "<Base64>"}';
      const { data, name, kind } = await bodyOf(context, PictureRequest, needs);
      const answer = await settings.keepPicture({ picture: Buffer.from(data, 'base64'), name, kind });
      return context.json({ v: WIRE_VERSION, ...answer } satisfies PictureAnswer);
    },
    'GET /settings/paths': async (context) => {
      const paths = (await store?.paths(context.req.query('folder') ?? '')) ?? [];
      return context.json({ v: WIRE_VERSION, paths } satisfies PathsMessage);
    },
  } satisfies Partial<Handlers>;
}
