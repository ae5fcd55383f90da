import { expect, test } from 'vitest';
import { freePort } from '../../test/support/free-port.ts';
import { keptLog } from '../../test/support/log.ts';
import { realTools } from '../../test/support/server.ts';
import { nearness } from '../core/loopback.ts';
import { reachedFinding, serviceFinding } from './examine.ts';

test.each([
  ['ws://127.0.0.1:4455', 'this computer'],
  ['http://localhost:8080/hook', 'this computer'],
  ['http://[::1]/', 'this computer'],
  ['http://192.168.1.20:8000/', 'this network'],
  ['http://10.0.0.2/', 'this network'],
  ['http://172.31.0.2/', 'this network'],
  ['http://[fe80::1]/', 'this network'],
  ['http://[fd12:3456::1]/', 'this network'],
  ['http://studio-pc:8000/', 'this network'],
  ['http://nas.local/', 'this network'],
  ['https://10.example.org/', 'internet'],
  ['http://172.32.0.2/', 'internet'],
  ['https://hooks.example.org/a.local/', 'internet'],
  ['http://[2001:db8::1]/', 'internet'],
])('%s is on %s', (address, where) => {
  expect(nearness(address)).toBe(where);
});

test('the advice about a silent service on this computer is to start it', async () => {
  const url = new URL(`http://127.0.0.1:${await freePort()}/`);
  const found = await reachedFinding(
    'the webhook',
    { url },
    'no tracks',
    realTools(keptLog()),
    new AbortController().signal,
  );
  expect(String(found.todo)).toMatch(/^start the program there/);
});

test('the advice about a silent service follows its address', async () => {
  const todo = async (url?: string) => {
    const fails = () => Promise.reject(new Error('no answer'));
    const about = { service: 'the station', without: 'no titles', ...(url !== undefined && { url }) };
    return String((await serviceFinding(about, fails)).todo);
  };
  expect(await todo('http://192.168.1.20:8000/')).toMatch(/in this network/);
  expect(await todo('http://radio.example.org/')).toMatch(/internet connection/);
  expect(await todo()).toMatch(/internet connection/);
});
