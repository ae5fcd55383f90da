/** What has to be set up and how far it is, for those who may operate. */
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import type { Reach } from '../../core/contracts.ts';
import { messageOf } from '../../core/errors.ts';
import { isLoopback } from '../../core/loopback.ts';
import { printableData } from '../../core/printable.ts';
import { WIRE_VERSION } from '../../wire/events.ts';
import type { ComputerStart, SetupAnswer, SetupMessage } from '../../wire/setup.ts';
import { refuse } from '../refuse.ts';
import { bodyOf, limitBody } from './body.ts';
import type { OperatorsOnly, Routes } from './index.ts';

/** What the set-up page shows and does; the app connects it to the parts. Promises reject with an error for people. */
export interface Setup {
  cards(reach: Reach): Promise<Pick<SetupMessage, 'sources' | 'sinks'>>;
  /** This computer's address for others. */
  host(): Promise<string>;
  /** Sends a test record through the sink of this name. Resolves with the outcome, for people. */
  test(sink: string): Promise<string>;
  /** Adds the overlay to OBS; resolves with what it did there. `here`: our pages, for this computer. */
  addToObs(obs: ObsRequest, here: string): Promise<string>;
  /** The scenes of OBS, the one on air first. */
  scenes(obs: ObsRequest): Promise<readonly string[]>;
  startsWithComputer(): Promise<ComputerStart>;
  startWithComputer(on: boolean): Promise<void>;
}

const OBS_REQUEST = v.object({
  /** Empty: the configured one, or OBS on this computer. */
  url: v.optional(v.pipe(v.string(), v.regex(/^(wss?:\/\/\S+)?$/)), ''),
  /** Empty: the configured one. */
  password: v.optional(v.string(), ''),
  /** Empty: the one that OBS shows. */
  scene: v.optional(v.string(), ''),
});

export type ObsRequest = v.InferOutput<typeof OBS_REQUEST>;

const SINK_REQUEST = v.object({ sink: v.string() });
const START_REQUEST = v.object({ on: v.boolean() });

export interface SetupPlace {
  /** Our pages, for this computer. */
  readonly here: () => string;
  /** The host of `--http.addr`; undefined for every address. */
  readonly listenHost: string | undefined;
}

/** `load` loads the code at the first use. */
export function createSetupRoutes(
  load: () => Promise<Setup>,
  { here, listenHost }: SetupPlace,
  only: OperatorsOnly,
): Routes {
  const routes: Routes = new Hono();

  routes.get('/setup', only, async (context) => {
    const setup = await load();
    const host = await setup.host();
    const isOurs = listenHost === 'localhost' || isLoopback(listenHost ?? '');
    const url = isOurs ? null : Object.assign(new URL(here()), { hostname: host }).href;
    const [cards, startsWithComputer] = await Promise.all([
      setup.cards({ here: here(), host }),
      setup.startsWithComputer(),
    ]);
    return context.json(
      printableData({ v: WIRE_VERSION, ...cards, startsWithComputer, url } satisfies SetupMessage),
    );
  });

  /** A verb: answers with what `act` resolves or rejects with. */
  const verb = <Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
    needs: string,
    act: (setup: Setup, body: v.InferOutput<Schema>) => Promise<string>,
  ) =>
    routes.post(path, only, limitBody, async (context) => {
      const body = await bodyOf(context, schema);
      return body === undefined ? refuse(context, 400, needs) : answer(context, act(await load(), body));
    });

  verb('/setup/test', SINK_REQUEST, 'say which: {"sink": "webhook"}', (setup, { sink }) => setup.test(sink));
  verb('/setup/obs', OBS_REQUEST, 'an address of OBS begins with ws://', (setup, obs) =>
    setup.addToObs(obs, here()),
  );
  verb('/setup/start', START_REQUEST, 'say whether: {"on": true}', async (setup, { on }) => {
    await setup.startWithComputer(on);
    return '';
  });
  routes.post('/setup/obs/scenes', only, limitBody, async (context) => {
    const body = await bodyOf(context, OBS_REQUEST);
    return body === undefined
      ? refuse(context, 400, 'an address of OBS begins with ws://')
      : (await load()).scenes(body).then(
          (scenes) => context.json({ v: WIRE_VERSION, done: true, reason: '', scenes }),
          (error: unknown) => refuse(context, 409, messageOf(error)),
        );
  });
  return routes;
}

function answer(context: Context, doing: Promise<string>): Promise<Response> {
  return doing.then(
    (reason) => context.json({ v: WIRE_VERSION, done: true, reason } satisfies SetupAnswer),
    (error: unknown) => refuse(context, 409, messageOf(error)),
  );
}
