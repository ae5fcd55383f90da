import { program } from '../../../src/commands/index.ts';
import { createSettingsStore } from '../../../src/operator/settings/store.ts';
import { readConfigFile } from '../../../src/settings/file.ts';
import { readInvocation } from '../../../src/settings/invocation.ts';
import { memoryDisk } from '../../support/disk.ts';
import { localPage } from '../../support/local-page.ts';
import { keptLog } from '../../support/log.ts';
import { SOMEWHERE } from '../../support/reference.ts';
import { realTools, startServer, WELL } from '../../support/server.ts';
import { type FuzzTarget, hold } from '../target.ts';

const PATH = '/somewhere/conf.yaml';
const CONTENT = '# mine\nosc:\n  port: 7001 # desk\ndelay: 5\nwebhook.json.art: [a, b]\n';
/** Stands for the file's revision. */
const REVISION = 'REVISION';
const ROUTES = [
  'PATCH settings',
  'POST settings/check',
  'GET settings/paths?folder=',
  'POST setup/authorize',
  'POST setup/authorized',
  'POST setup/test',
  'POST setup/obs',
  'POST setup/obs/scenes',
  'POST setup/start',
] as const;
/** Route and body. */
const SEEDS: readonly (readonly [route: number, body: string])[] = [
  [0, `{"revision":"${REVISION}","set":{"osc.port":"9001","delay":7},"unset":["webhook.json.art"]}`],
  [
    0,
    `{"revision":"${REVISION}","set":{"osc.address":{"song":"/a"},"hide.regex.title":"^(a|b)$","http.token":"a"}}`,
  ],
  [0, `{"revision":"${REVISION}","set":{"outfile.format":"$SONG$\\n#x","theme.options":{"a":"b"}}}`],
  [0, `{"revision":"${REVISION}","unset":["osc.port","delay","conf","nothing"]}`],
  [1, '{"option":"delay","value":"5","text":"5s"}'],
  [1, '{"option":"outfile.format","value":"$SONG$"}'],
  [2, '/somewhere/'],
  [3, '{"source":"spotify"}'],
  [4, '{"address":"http://127.0.0.1:9090/callback?code=a&state=b"}'],
  [5, '{"sink":"webhook"}'],
  [6, '{"url":"ws://127.0.0.1:4455","password":"a","scene":"Main"}'],
  [7, '{"url":"wss://obs.local","password":"a"}'],
  [8, '{"on":true}'],
];

async function open() {
  const disk = memoryDisk();
  const environment = { ...SOMEWHERE, configDir: '/somewhere', env: {} };
  const invocation = await readInvocation(program, ['start'], environment);
  const tools = { ...realTools(keptLog()), disk };
  const context = { ...invocation, configFile: PATH, environment, tools };
  const settings = createSettingsStore(invocation.command.options, context, async (write) => {
    await write();
    return { changed: [], needRestart: [], problems: [] };
  });
  const server = await startServer({}, { ...WELL, settings });
  return { disk, settings, server, page: await localPage(server.url) };
}

export function settings(): FuzzTarget {
  const opening = open();
  return {
    seeds: SEEDS.map(([route, body]) => Buffer.concat([Buffer.of(route), Buffer.from(body)])),
    words: [REVISION, '"set":', '"unset":', 'null', '[]', '{}', '\\u0000', '\\n', '__proto__', '"osc.port"'],
    runs: 10,
    async run(bytes) {
      const { disk, settings: store, server, page } = await opening;
      disk.files.clear();
      disk.files.set(PATH, Buffer.from(CONTENT));
      const { revision } = await store.read(true);
      const [method, path = ''] = (ROUTES[(bytes[0] ?? 0) % ROUTES.length] ?? ROUTES[0]).split(' ');
      const text = bytes.subarray(1).toString().replaceAll(REVISION, revision);
      const query = method === 'GET' ? encodeURIComponent(text) : '';
      const response = await fetch(`${server.url}api/v1/${path}${query}`, {
        method: method ?? '',
        headers: { ...page, 'content-type': 'application/json' },
        ...(method !== 'GET' && { body: text }),
      });
      const answer = await response.text();
      hold(response.status < 500, `the answer says that it is our mistake: ${answer}`);
      hold(!server.log.at('error').includes('a request failed'), 'a request failed');
      // Node refuses too long addresses itself, without a body.
      hold(response.status === 431 || JSON.parse(answer) !== undefined, 'no JSON');
      const file = await readConfigFile(PATH, disk);
      hold(file.problems.length === 0, `the file can no longer be read: ${file.problems[0]?.what}`);
      const isSaved = method === 'PATCH' && response.ok;
      hold(isSaved || String(disk.files.get(PATH)) === CONTENT, 'the file has changed, and nobody was told');
      hold(String(disk.files.get(PATH)).includes('# mine'), 'a comment is lost');
      hold(!('polluted' in {}) && Object.keys(Object.prototype).length === 0, 'every object has a new key');
    },
    close: async () => (await opening).server.stop(),
  };
}
