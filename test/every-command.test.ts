/** Each command, as the built program answers it: a library that the bundle loads in another way than the sources shows here. */
import { describe, expect, test } from 'vitest';
import { commands } from '../src/commands/index.ts';
import { cleanUps } from './support/clean-up.ts';
import { CONFIG_WRITERS } from './support/config-writers.ts';
import { type StartedProgram, startProgram } from './support/program.ts';
import { showAt } from './support/show.ts';

const later = cleanUps();

/** A network of its own, in which nothing is but this computer. */
const ALONE = ['unshare', '--net', '--', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
/** Nobody listens there. */
const NOBODY = 'http://127.0.0.1:9';

interface Asked {
  readonly args: readonly string[];
  readonly status: number;
  /** What it says at least, on either output. */
  readonly says: RegExp;
  /** It looks at the network. */
  readonly within?: readonly string[];
  /** It runs until it is stopped, once it has said that. */
  readonly lasts?: true;
}

const license = ['license', '--license.key=forged.x'];

/** For every command; those of `ctl` ask a running program. */
const ASKED: Readonly<Record<string, Asked>> = {
  start: {
    args: ['--source=dummy', '--http.addr=127.0.0.1:0'],
    status: 143,
    says: /overlay ready/,
    lasts: true,
  },
  demo: {
    args: ['--http.addr=127.0.0.1:0'],
    status: 143,
    says: /track featured/,
    lasts: true,
    within: ALONE,
  },
  probe: { args: ['--probe.duration=1s'], status: 0, says: /no device/i, within: ALONE },
  doctor: { args: ['--source=dummy'], status: 0, says: /Node/, within: ALONE },
  simulate: { args: [], status: 143, says: /level=info/, lasts: true, within: ALONE },
  'ctl hide': { args: [], status: 0, says: /^hidden\n$/ },
  'ctl reveal': { args: [], status: 0, says: /^[a-z].*\n$/ },
  'ctl skip': { args: [], status: 1, says: /nothing is held/ },
  'ctl recall': { args: [], status: 0, says: /^[a-z].*\n$/ },
  'ctl onair': { args: ['7'], status: 1, says: /deck/ },
  'ctl edit': { args: ['--artist=Ada', '--title=Green'], status: 0, says: /^[a-z].*\n$/ },
  'ctl now': { args: [], status: 0, says: /Ada/ },
  'ctl health': { args: [], status: 0, says: /ok/ },
  export: {
    args: ['--format=json', '--session.filename=sessions.db'],
    status: 1,
    says: /no session was stored yet/,
  },
  'streaming setup': {
    args: ['--client-id=1', '--client-secret=2'],
    status: 143,
    says: /Waiting for /,
    within: ALONE,
    lasts: true,
  },
  'chat setup': {
    args: ['--chat.service=twitch', '--chat.client_id=1', `--chat.auth_url=${NOBODY}`],
    status: 1,
    says: /Twitch's sign-in cannot be reached/,
  },
  'live setup': {
    args: ['--live.client_id=1', `--live.auth_url=${NOBODY}`, `--live.url=${NOBODY}`],
    status: 1,
    says: /Twitch's sign-in cannot be reached/,
  },
  'theme new': { args: ['mine'], status: 0, says: /mine/ },
  'theme check': { args: ['.'], status: 1, says: /theme\.json|index\.html/ },
  'theme list': { args: [], status: 0, says: /slider/ },
  'obs setup': { args: ['--obs.url=ws://127.0.0.1:9'], status: 1, says: /OBS/ },
  'config check': { args: [], status: 0, says: /no problems/ },
  'config show': { args: [], status: 0, says: /osc\.port/ },
  'config init': { args: ['--conf=new.toml'], status: 0, says: /new\.toml/ },
  completion: { args: ['bash'], status: 0, says: /complete/ },
  license: { args: license.slice(1), status: 2, says: /--license\.key/ },
  version: { args: ['--log.level=info'], status: 0, says: /Build info/ },
  help: { args: ['start'], status: 0, says: /--osc\.port/ },
  __complete: { args: ['--', 'sta'], status: 0, says: /start/ },
};

async function ask(name: string, { args, within, lasts, says }: Asked, files = {}): Promise<StartedProgram> {
  const program = await startProgram([...name.split(' '), ...args], {
    files,
    ...(within !== undefined && { within }),
  });
  later(() => program.stop());
  if (lasts) {
    await program.waitForLine(says);
    program.signal('SIGTERM');
  }
  return program;
}

test('each command has a line here', () => {
  expect(Object.keys(ASKED)).toEqual(commands.map(({ name }) => name));
});

describe('the built program', () => {
  test.each(Object.entries(ASKED).filter(([name]) => !name.startsWith('ctl ')))(
    'answers %s',
    async (name, asked) => {
      const program = await ask(name, asked);
      const { status } = await program.ended;
      expect({ status, said: program.evidence }).toMatchObject({ status: asked.status });
      expect(program.evidence).toMatch(asked.says);
    },
  );

  test('answers every command of ctl', async () => {
    const running = await startProgram(['start', '--source=http', '--http.addr=127.0.0.1:0']);
    later(() => running.stop());
    const show = await showAt(await running.waitForLine('overlay ready'), running);
    await show.post('track', { artist: 'Ada', title: 'Blue' });
    for (const [name, asked] of Object.entries(ASKED).filter(([each]) => each.startsWith('ctl '))) {
      const args = [...asked.args, `--http.addr=${new URL(show.url).host}`];
      const program = await ask(name, { ...asked, args });
      const { status } = await program.ended;
      expect({ name, status, said: program.evidence }).toMatchObject({ status: asked.status });
      expect(`${program.stdout}${program.stderr}`.replace(/^time=.*\n/gm, '')).toMatch(asked.says);
    }
  });

  test.each(Object.entries(CONFIG_WRITERS))(
    'reads conf.%s in each command that shows it',
    async (extension, write) => {
      const name = `conf.${extension}`;
      const files = { [name]: write([['osc.port', 7001]]) };
      for (const [command, says] of [
        ['config check', /no problems, 1 option set/],
        ['config show', new RegExp(`osc\\.port += 7001 .*${name}`)],
      ] as const) {
        const program = await ask(command, { args: [`--conf=${name}`], status: 0, says }, files);
        expect(await program.ended).toMatchObject({ status: 0 });
        expect(program.stdout).toMatch(says);
      }
    },
  );
});
