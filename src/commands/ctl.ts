/** The operator's verbs, for a terminal, a script or a Stream Deck key. Each prints one line. */
import * as v from 'valibot';
import { RunError, UsageError } from '../core/errors.ts';
import { isFailing } from '../core/health.ts';
import { say } from '../core/message.ts';
import { defineOptions } from '../core/option.ts';
import { counted } from '../core/units.ts';
import type { Command, CommandContext } from '../settings/command.ts';
import { text } from '../settings/kinds.ts';
import { operate, type ProgramContext, programOptions, read } from './running-program.ts';

type CtlCommand = Command<typeof programOptions>;

const WHERE =
  'Speaks to the deckcast that runs on this computer, or at --url. When that was started with --http.token, this ' +
  'command needs the same token: as a flag, in the configuration file, or as DECKCAST_HTTP_TOKEN.';

/** Appended if the session store's disk does not answer. */
const NOT_STORED = ', but not stored yet: after a crash the track may be shown again';

function verb(name: string, details: string, done: string): CtlCommand {
  return {
    details: `${details}\n\n${WHERE}`,
    options: programOptions,
    configuration: 'own',
    readsWhatItCan: true,
    async run(context) {
      const { stored = true } = await operate(name, {}, context);
      context.print(`${done}${stored ? '' : NOT_STORED}\n`);
    },
  };
}

export const hide = verb('hide', 'Hides the track on air on every output that shows it.', 'hidden');
export const reveal = verb('reveal', 'Shows the track on air, whatever hid it.', 'shown');
export const skip = verb('skip', 'Features the held track now (--delay).', 'the held track is on air');
export const recall = verb('recall', 'Shows the overlay again after its display time.', 'shown again');
export const end = verb(
  'end',
  'Takes the track on air off overlays, files and station titles, at the end of a show. The set keeps its tracks; the next track that is played goes on air as usual.',
  'nothing is on air; the set keeps its tracks',
);

export const onair: CtlCommand = {
  details:
    'Features the track of a deck now, overriding the detection, which decides again at the next ' +
    `change. Use the labels of the operator's page: 2, 1B.\n\n${WHERE}`,
  arguments: [{ name: 'deck', required: true }],
  options: programOptions,
  configuration: 'own',
  readsWhatItCan: true,
  async run(context) {
    const [deck = ''] = context.args;
    await operate('onair', { deck }, context);
    context.print(`deck ${deck} is on air\n`);
  },
};

const editOptions = defineOptions('Command flags', {
  ...programOptions,
  artist: { kind: text, default: '', help: 'the correct artist' },
  title: { kind: text, default: '', help: 'the correct title' },
});

export const edit: Command<typeof editOptions> = {
  details: `Corrects the names of the track on air everywhere; a flag left out stays as it is.\n\n${WHERE}`,
  options: editOptions,
  configuration: 'own',
  readsWhatItCan: true,
  run: editNames,
};

async function editNames(context: CommandContext<typeof editOptions>): Promise<void> {
  const { settings, resolution } = context;
  const given = (['artist', 'title'] as const).filter((name) => resolution.origins[name].from !== 'default');
  if (given.length === 0) {
    throw new UsageError([{ where: '--artist, --title', what: 'give at least one of them' }]);
  }
  await operate('edit', Object.fromEntries(given.map((name) => [name, settings[name]])), context);
  context.print('corrected\n');
}

const Now = v.object({
  state: v.picklist(['idle', 'featured', 'hidden']),
  track: v.nullable(v.object({ artist: v.string(), title: v.string() })),
  endedAt: v.optional(v.string()),
});

export const now: CtlCommand = {
  details: `Prints what is on air: artist and title.\n\n${WHERE}`,
  options: programOptions,
  configuration: 'own',
  readsWhatItCan: true,
  async run(context) {
    context.print(`${await onAirLine(context)}\n`);
  },
};

async function onAirLine(context: ProgramContext): Promise<string> {
  const { state, track, endedAt } = await read('now', Now, context);
  const until = endedAt === undefined ? '' : `, on air until ${endedAt.slice(11, 16)}`;
  if (track === null) {
    return state === 'hidden' ? `a hidden track${until}` : 'nothing';
  }
  const names = [track.artist, track.title].filter((name) => name !== '').join(' - ');
  return `${names || 'a track without names'}${until}`;
}

const doings = {
  name: v.string(),
  lastError: v.optional(v.string()),
  lastErrorAt: v.optional(v.number(), 0),
  lastSuccessAt: v.optional(v.number(), 0),
};
const Health = v.object({
  status: v.string(),
  problem: v.optional(v.string()),
  source: v.object({ name: v.string(), watching: v.string(), problem: v.optional(v.string()) }),
  enrichment: v.array(v.object(doings)),
  sinks: v.array(v.object({ ...doings, stopped: v.boolean() })),
  overlays: v.object({ records: v.number(), events: v.number() }),
});

export const health: CtlCommand = {
  details: `Prints in one line whether all is well, or what is wrong; exit status 1 when something is.\n\n${WHERE}`,
  options: programOptions,
  configuration: 'own',
  readsWhatItCan: true,
  async run(context) {
    const { status, problem, source, enrichment, sinks, overlays } = await read('health', Health, context);
    const titleOf = (part: string) => String(say('sources.part', { part: { part } }));
    const troubles = [
      ...(problem === undefined ? [] : [problem]),
      ...(source.problem === undefined ? [] : [`${titleOf(source.name)}: ${source.problem}`]),
      ...sinks
        .filter((sink) => sink.stopped || isFailing(sink))
        .map(({ name, lastError = 'stopped' }) => `${titleOf(name)}: ${lastError}`),
    ];
    const withoutArt = enrichment
      .filter(isFailing)
      .map(({ name, lastError = 'fails' }) => `no art from ${name}: ${lastError}`);
    const pages = overlays.records + overlays.events;
    const well = [
      `${titleOf(source.name)}: watches ${source.watching}`,
      counted(sinks.length, 'sink'),
      counted(pages, 'overlay'),
    ];
    context.print(`${status}: ${[...(troubles.length > 0 ? troubles : well), ...withoutArt].join('; ')}\n`);
    if (status !== 'ok') {
      throw new RunError('the running program is in trouble');
    }
  },
};
