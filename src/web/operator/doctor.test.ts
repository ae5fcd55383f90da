import { expect, test } from 'vitest';
import { testServer, WELL } from '../../../test/support/server.ts';
import type { DoctorMessage } from '../wire/doctor.ts';

test('concurrent requests share one examination', async () => {
  const waiting: ((findings: DoctorMessage['findings']) => void)[] = [];
  const examine = () => new Promise<DoctorMessage['findings']>((resolve) => waiting.push(resolve));
  const running = await testServer({}, { ...WELL, doctor: { ...WELL.doctor, examine } });
  const request = async () => (await fetch(`${running.url}api/v1/doctor`)).json();
  const both = [request(), request()];
  // Earlier requests have arrived.
  await fetch(`${running.url}api/v1/health`);
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.([]);
  expect(await Promise.all(both)).toEqual([
    { v: 1, findings: [] },
    { v: 1, findings: [] },
  ]);
  expect(waiting).toHaveLength(1);
});
