import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PlayerFiles } from '../../packages/prodjlink/src/player-files.ts';
import { LinkFileServer } from '../../packages/simulator/src/prodjlink/link-file-server.ts';
import { testFolder } from '../support/folder.ts';
import { judge, tool } from '../support/judge.ts';

/** Ports by which tshark recognizes the protocols. */
const PORTS = { port: 111, mount: 48_276, unmount: 48_276, exports: 48_276 } as const;
type Call = keyof typeof PORTS;
const NFS_PORT = 2049;
const OUR_PORT = 60_000;

test('tshark decodes all file requests and answers', async () => {
  const folder = await testFolder();
  const server = new LinkFileServer({ '/C/': { 'PIONEER/rekordbox/夜.pdb': Buffer.alloc(3000, 7) } });
  const exchanges: { readonly call: string; readonly bytes: readonly Buffer[] }[] = [];
  server.onAnswer = (call, question, answer) =>
    exchanges.push({ call, bytes: [Buffer.from(question), Buffer.from(answer)] });
  const files = new PlayerFiles({ address: '127.0.0.1', portmapPort: await server.open(), restMs: 0 });
  const file = await files.open('/C/', 'PIONEER/rekordbox/夜.pdb');
  await file.read(0, 3000);
  await expect(files.open('/C/', 'PIONEER/none')).rejects.toMatchObject({ code: 'missing' });
  await expect(files.open('/B/', 'PIONEER')).rejects.toMatchObject({ code: 'missing' });
  await files.unmount('/C/');
  await expect.poll(() => server.calls).toContain('unmount');
  // The old handle becomes stale.
  server.reinsert();
  await expect(file.read(0, 1)).rejects.toMatchObject({ code: 'stale' });
  await files.close();
  server.close();

  const rows: string[] = [];
  for (const port of new Set([...Object.values(PORTS), NFS_PORT])) {
    const ofPort = exchanges.filter(({ call }) => (call in PORTS ? PORTS[call as Call] : NFS_PORT) === port);
    // Requests are outgoing, answers incoming.
    const dump = ofPort.flatMap(({ bytes }) =>
      bytes.map((part, index) => `${'OI'[index]}\n000000 ${part.toString('hex').replace(/../g, '$& ')}\n`),
    );
    const path = join(folder, `${port}.pcap`);
    const ends = ['-D', '-u', `${OUR_PORT},${port}`];
    const input = dump.join('');
    execFileSync(tool('text2pcap'), ['-q', ...ends, '-', path], {
      input,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const { stdout } = await judge('tshark', [
      ...['-r', path, '-T', 'fields', '-E', 'separator=|'],
      // Select RPC by port, because tshark mistakes some random call ids for other protocols.
      ...['-d', `udp.port==${port},rpc`],
      ...['-e', '_ws.col.Protocol', '-e', 'rpc.msgtyp', '-e', '_ws.malformed', '-e', '_ws.expert.message'],
    ]);
    rows.push(...stdout.trim().split('\n'));
  }
  expect(rows).toHaveLength(exchanges.flatMap(({ bytes }) => bytes).length);
  expect(rows.filter((row) => !/^(Portmap|MOUNT|NFS)\|[01]\|\|$/.test(row))).toEqual([]);
  expect(new Set(rows.map((row) => row.split('|')[0]))).toEqual(new Set(['Portmap', 'MOUNT', 'NFS']));
});
