import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PlayerFiles } from '../../packages/prodjlink/src/player-files.ts';
import { LinkFileServer } from '../../packages/simulator/src/prodjlink/link-file-server.ts';
import { capture } from '../support/capture.ts';
import { judge } from '../support/judge.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prodjlink-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Ports by which a program that reads captures knows the protocols. */
const PORTS = { port: 111, mount: 48_276, unmount: 48_276, exports: 48_276 } as const;
const NFS_PORT = 2049;
const OUR_PORT = 60_000;

test('tshark reads what we ask a player for files, and each answer, without a malformed packet', async () => {
  const server = new LinkFileServer({ '/C/': { 'PIONEER/rekordbox/夜.pdb': Buffer.alloc(3000, 7) } });
  const exchanges: { readonly call: string; readonly bytes: readonly Uint8Array[] }[] = [];
  server.onAnswer = (call, question, answer) => exchanges.push({ call, bytes: [question, answer] });
  const files = new PlayerFiles({ address: '127.0.0.1', portmapPort: await server.open(), restMs: 0 });
  const file = await files.open('/C/', 'PIONEER/rekordbox/夜.pdb');
  await file.read(0, 3000);
  await expect(files.open('/C/', 'PIONEER/none')).rejects.toMatchObject({ code: 'missing' });
  await expect(files.open('/B/', 'PIONEER')).rejects.toMatchObject({ code: 'missing' });
  await files.unmount('/C/');
  await expect.poll(() => server.calls).toContain('unmount');
  // Handles are as they were before: the answer to this one tells that they are not.
  server.reinsert();
  await expect(file.read(0, 1)).rejects.toMatchObject({ code: 'stale' });
  await files.close();
  server.close();

  const path = join(folder, 'files.pcap');
  const datagrams = exchanges.flatMap(({ call, bytes }) => {
    const port = call in PORTS ? PORTS[call as keyof typeof PORTS] : NFS_PORT;
    return bytes.map((part, index) => ({
      fromPort: index === 0 ? OUR_PORT : port,
      toPort: index === 0 ? port : OUR_PORT,
      bytes: part,
    }));
  });
  writeFileSync(path, capture(datagrams));
  const { stdout } = await judge('tshark', [
    ...['-r', path, '-T', 'fields', '-E', 'separator=|'],
    // By its ports alone: where the random id of a call looks like another protocol's begin, tshark takes it for that.
    ...[...Object.values(PORTS), NFS_PORT].flatMap((port) => ['-d', `udp.port==${port},rpc`]),
    ...['-e', '_ws.col.Protocol', '-e', 'rpc.msgtyp', '-e', '_ws.malformed', '-e', '_ws.expert.message'],
  ]);
  const rows = stdout.trim().split('\n');
  expect(rows).toHaveLength(datagrams.length);
  expect(rows.filter((row) => !/^(Portmap|MOUNT|NFS)\|[01]\|\|$/.test(row))).toEqual([]);
  expect(new Set(rows.map((row) => row.split('|')[0]))).toEqual(new Set(['Portmap', 'MOUNT', 'NFS']));
});
