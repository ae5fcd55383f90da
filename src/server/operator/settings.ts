/** The settings of the program, for those who may operate: read with `GET`, saved in their file with `PATCH`. */
import { Hono } from 'hono';
import * as v from 'valibot';
import { WIRE_VERSION } from '../../wire/events.ts';
import type {
  CheckAnswer,
  CheckRequest,
  PathsMessage,
  SaveAnswer,
  SaveRequest,
  SettingsMessage,
} from '../../wire/settings.ts';
import { refuse } from '../refuse.ts';
import { bodyOf, limitBody } from './body.ts';
import type { OperatorsOnly, Routes } from './index.ts';

/** The options and the file that they are saved in; the app connects it to the configuration. Never rejects. */
export interface SettingsStore {
  read(): Promise<Omit<SettingsMessage, 'v'>>;
  save(request: SaveRequest): Promise<SaveOutcome>;
  check(request: CheckRequest): Promise<Omit<CheckAnswer, 'v'>>;
  paths(folder: string): Promise<PathsMessage['paths']>;
}

export type SaveOutcome =
  | ({ readonly outcome: 'saved' } & Pick<SaveAnswer, 'revision' | 'changed' | 'needRestart' | 'problems'>)
  | ({ readonly outcome: 'refused' } & Pick<SaveAnswer, 'problems' | 'byHand'> & Reason)
  | ({ readonly outcome: 'conflict'; readonly revision: string } & Reason)
  | ({ readonly outcome: 'failed' } & Reason);

interface Reason {
  readonly reason: string;
}

const STATUS = { saved: 200, refused: 422, conflict: 409, failed: 500 } as const;

const SaveBody = v.object({
  revision: v.string(),
  set: v.optional(v.record(v.string(), v.custom<NonNullable<SaveRequest['set']>[string]>(isValue))),
  unset: v.optional(v.array(v.string())),
});

const CheckBody = v.object({ option: v.string(), value: v.string(), text: v.optional(v.string()) });

function isValue(value: unknown): boolean {
  return value !== null && value !== undefined;
}

/** `store` is absent in a program that reads no configuration file. */
export function createSettingsRoutes(store: SettingsStore | undefined, only: OperatorsOnly): Routes {
  const routes: Routes = new Hono();
  routes.get('/settings', only, async (context) =>
    store === undefined
      ? refuse(context, 409, NO_FILE)
      : context.json({ v: WIRE_VERSION, ...(await store.read()) } satisfies SettingsMessage),
  );
  routes.patch('/settings', only, limitBody, async (context) => {
    if (store === undefined) {
      return refuse(context, 409, NO_FILE);
    }
    const body = await bodyOf(context, SaveBody);
    if (body === undefined) {
      return refuse(
        context,
        400,
        'say what to save: {"revision": "…", "set": {"delay": 5}, "unset": ["osc.host"]}',
      );
    }
    const { revision, set, unset } = body;
    const { outcome, ...rest } = await store.save({ revision, ...(set && { set }), ...(unset && { unset }) });
    const answer: SaveAnswer = { v: WIRE_VERSION, done: outcome === 'saved', ...rest };
    return context.json(answer, STATUS[outcome]);
  });
  routes.post('/settings/check', only, limitBody, async (context) => {
    const body = await bodyOf(context, CheckBody);
    if (store === undefined || body === undefined) {
      return store === undefined
        ? refuse(context, 409, NO_FILE)
        : refuse(context, 400, 'say what to check: {"option": "delay", "value": "5"}');
    }
    const { option, value, text } = body;
    const answer = await store.check({ option, value, ...(text !== undefined && { text }) });
    return context.json({ v: WIRE_VERSION, ...answer } satisfies CheckAnswer);
  });
  routes.get('/settings/paths', only, async (context) => {
    const paths = (await store?.paths(context.req.query('folder') ?? '')) ?? [];
    return context.json({ v: WIRE_VERSION, paths } satisfies PathsMessage);
  });
  return routes;
}

const NO_FILE = 'this program reads no configuration file: deckcast start does';
