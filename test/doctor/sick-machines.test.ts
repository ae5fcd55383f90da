/** Each machine has one problem, which the doctor's first finding names. Needs root, `ip` and `nft`. */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { tool } from '../support/judge.ts';
import { CABLE } from '../support/namespaces.ts';
import { waitFor } from '../support/wait.ts';
import { type Examined, Machine } from './machine.ts';

interface Sickness {
  readonly name: string;
  /** Returns flags for the doctor. */
  readonly befall: (machine: Machine) => Promise<readonly string[]>;
  readonly area: string;
  readonly finding: RegExp;
}

const DROP_DISCOVERY =
  'add table inet f; add chain inet f in { type filter hook input priority 0; }; add rule inet f in udp dport 51337 drop';

/** The doctor ends once it knows enough, but no player will appear. */
const HEARS_NOTHING = ['--doctor.duration=3s'];

const SICKNESSES: readonly Sickness[] = [
  {
    name: 'an address of another subnet',
    async befall(machine) {
      machine.readdress('booth', '192.168.50.2/24');
      await machine.play();
      return [];
    },
    area: 'network',
    finding:
      /^prime4 is in another network than this computer: it has 10\.77\.0\.1, .* cable0 \(192\.168\.50\.2\)$/,
  },
  {
    name: 'a UDP port that another program holds',
    async befall(machine) {
      await machine.play();
      await machine.run(
        "import { createSocket } from 'node:dgram'; createSocket('udp4').bind(51337, () => console.log('ready'))",
      );
      return HEARS_NOTHING;
    },
    area: 'ports',
    finding: /^UDP port 51337 is in use by node other-program\.mjs \(process \d+\)/,
  },
  {
    name: 'a firewall that drops UDP',
    async befall(machine) {
      machine.at('booth', tool('nft'), DROP_DISCOVERY);
      await machine.play();
      return HEARS_NOTHING;
    },
    area: 'firewall',
    finding: /^a firewall on this computer blocks UDP 51337 on cable0 \(10\.77\.0\.2\)$/,
  },
  {
    name: 'a link-local address alone',
    async befall(machine) {
      machine.readdress('booth', '169.254.7.7/16');
      return HEARS_NOTHING;
    },
    area: 'network',
    finding: /^this computer only has a self-assigned address: cable0 \(169\.254\.7\.7\)$/,
  },
  {
    name: 'a VPN as the default route',
    async befall(machine) {
      machine.at('booth', 'ip', 'link', 'add', 'tun0', 'type', 'veth', 'peer', 'name', 'far');
      machine.at('booth', 'ip', 'link', 'set', 'far', 'up');
      machine.at('booth', 'ip', 'address', 'add', '10.8.0.2/24', 'dev', 'tun0');
      machine.at('booth', 'ip', 'link', 'set', 'tun0', 'up');
      machine.at('booth', 'ip', 'route', 'add', 'default', 'dev', 'tun0');
      machine.at('booth', 'ip', 'route', 'add', '10.77.0.0/25', 'dev', 'tun0');
      await machine.play();
      return [];
    },
    area: 'network',
    finding: /^this computer's traffic goes through a VPN: .*tun0 \(10\.8\.0\.2\)$/,
  },
  {
    name: 'a player that refuses',
    async befall(machine) {
      machine.at('stage', tool('nft'), DROP_DISCOVERY);
      await machine.play();
      return [];
    },
    area: 'devices',
    finding: /^prime4 at 10\.77\.0\.1 was found but cannot be connected: it closed the connection at once/,
  },
];

async function mounted(machine: Machine, name: string): Promise<string> {
  const folder = join(machine.folder, name);
  await mkdir(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'pipe' });
  machine.later(() => execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' }));
  return folder;
}

/** Causes every problem that needs no player. Returns flags; findings come in this order. */
async function befallWithoutPlayer(machine: Machine): Promise<readonly string[]> {
  const mixxx = join(machine.folder, '.mixxx');
  await mkdir(mixxx);
  const database = new Database(join(mixxx, 'mixxxdb.sqlite'));
  machine.later(() => database.close());
  database.exec(await readFile(new URL('../support/mixxx.sql', import.meta.url), 'utf8'));
  database.exec('BEGIN EXCLUSIVE');
  const readOnly = await mounted(machine, 'read-only');
  execFileSync('mount', ['-o', 'remount,ro', readOnly]);
  const full = await mounted(machine, 'full');
  await writeFile(join(full, 'music.wav'), Buffer.alloc(65_536));
  const sessions = join(machine.folder, 'sessions.db');
  await writeFile(sessions, 'a shopping list');
  await machine.run(
    `import { createServer } from 'node:http';
    createServer((_, answer) => answer.writeHead(401).end('{"message": "401: Unauthorized", "code": 0}'))
      .listen(9090, () => console.log('ready'))`,
  );
  return [
    '--source=softb',
    `--history.filename=${join(readOnly, 'history.txt')}`,
    `--cue.filename=${join(full, 'set.cue')}`,
    `--session.filename=${sessions}`,
    ...['--chat.token=wrong-token', '--chat.channel=12345', '--chat.url=http://127.0.0.1:9090'],
  ];
}
const FOUND_WITHOUT_PLAYER = [
  ['ports', /^TCP port 9090 is in use by node other-program\.mjs \(process \d+\)/],
  ['software', /^the play history of Mixxx cannot be read: .*locked/],
  ['files', /history\.txt cannot be written: the folder is read-only \(--history\.filename\)$/],
  ['files', /set\.cue cannot be written: the disk is full \(--cue\.filename\)$/],
  ['files', /^cannot read .*sessions\.db \(--session\.filename\): file is not a database$/],
  ['services', /^Discord rejects the token: check --chat\.token$/],
] as const;

async function withMachine(use: (machine: Machine) => Promise<void>): Promise<void> {
  const machine = await Machine.make();
  try {
    await use(machine);
  } finally {
    await machine.remove();
  }
}

const faultsOf = ({ findings }: Examined) => findings.filter(({ severity }) => severity === 'fault');

// Mostly waiting, so concurrent.
test.concurrent.each(SICKNESSES)(
  'of $name, and the running program says the same',
  async ({ befall, area, finding }) => {
    await withMachine(async (machine) => {
      const flags = await befall(machine);
      const examined = await machine.examine(...flags);
      const [first] = examined.findings;
      expect(first, examined.evidence).toMatchObject({ severity: 'fault', area });
      expect(first?.finding).toMatch(finding);
      expect(first?.means).not.toBe('');
      expect(first?.todo).not.toBe('');
      expect(examined.status).toBe(1);

      await machine.start('--session.filename=');
      let said = '';
      await waitFor(
        'the same words from the running program',
        async () => {
          said = await machine.health();
          return said.includes(first?.finding ?? '') ? true : undefined;
        },
        () => `${first?.finding}\n${said}`,
      );
    });
  },
);

test.concurrent('that lack ports, disk space, permissions, credentials and a record get these findings first', async () => {
  await withMachine(async (machine) => {
    const { findings, status, evidence } = await machine.examine(...(await befallWithoutPlayer(machine)));
    expect(findings.slice(0, FOUND_WITHOUT_PLAYER.length), evidence).toEqual(
      FOUND_WITHOUT_PLAYER.map(([area, finding]) =>
        expect.objectContaining({
          severity: 'fault',
          area,
          finding: expect.stringMatching(finding),
          means: expect.stringMatching(/./),
          todo: expect.stringMatching(/./),
        }),
      ),
    );
    expect(status).toBe(1);
  });
});

test.concurrent('only a machine on a network is open to others, and Use my phone lets them operate', async () => {
  await withMachine(async (machine) => {
    await machine.play();
    const todos = async (): Promise<string> => {
      const { findings } = await machine.examine('--source=http');
      return findings.map(({ todo }) => todo).join('\n');
    };
    expect(await todos()).toContain('Use my phone');
    machine.at('booth', 'ip', 'address', 'flush', 'dev', CABLE);
    expect(await todos()).not.toContain('Use my phone');
  });
});

test.concurrent('a healthy machine has no fault, and lists its connections', async () => {
  await withMachine(async (machine) => {
    await machine.play();
    const examined = await machine.examine();
    expect(faultsOf(examined), examined.evidence).toEqual([]);
    expect(examined.status).toBe(0);
    expect(examined.findings.map(({ finding }) => finding).join('\n')).toMatch(
      /^prime4 \(JC11 .*\) at 10\.77\.0\.1 is connected$/m,
    );
  });
});
