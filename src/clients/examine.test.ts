import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../test/support/free-port.ts';
import { httpPeer } from '../../test/support/http-peer.ts';
import { keptLog } from '../../test/support/log.ts';
import { realTools } from '../../test/support/server.ts';
import { nearness } from '../core/loopback.ts';
import { say } from '../core/message.ts';
import { reachedFinding, serviceFinding } from './examine.ts';
import { NoAnswerError } from './http.ts';

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
  expect(String(found.todo)).toMatch(/^start the program that listens there/);
});

test('a service that closes the connection was reached, and the advice is to look why it gave no answer', async () => {
  const { url } = await httpPeer(() => 'reset');
  const found = await reachedFinding(
    'the webhook',
    { url: new URL(url) },
    'no tracks',
    realTools(keptLog()),
    new AbortController().signal,
  );
  expect(String(found.finding)).toMatch(
    /^the webhook closed the connection without a complete answer \((UND_ERR_SOCKET|ECONNRESET)\)$/,
  );
  expect(String(found.means)).toBe('perhaps no tracks');
  expect(String(found.todo)).toMatch(/look why the program there gave no answer/);
});

test('a service that does not speak HTTP was reached, and the advice is to correct the address', async () => {
  const server = createServer((socket) => socket.end('220 mail.example.org\r\n')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = new URL(`http://127.0.0.1:${port}/`);
  const stop = new AbortController().signal;
  const found = await reachedFinding('the webhook', { url }, 'no tracks', realTools(keptLog()), stop);
  expect(String(found.finding)).toMatch(
    /^the webhook cannot be reached: the answer is not HTTP \(HPE_\w+\); check the port/,
  );
  expect(String(found.todo)).toMatch(/^check the address/);
});

test.each([
  ['the name server does not answer', 'EAI_AGAIN', /^check this computer's internet connection/],
  ['there was no answer in time', 'UND_ERR_HEADERS_TIMEOUT', /^check the address, and that the program runs/],
])('%s (%s) has its own advice', async (words, code, todo) => {
  const fails = () => Promise.reject(new TypeError('fetch failed', { cause: coded(code) }));
  const tools = { ...realTools(keptLog()), fetch: fails };
  const url = new URL('http://nas.local/');
  const found = await reachedFinding(
    'the webhook',
    { url },
    'no tracks',
    tools,
    new AbortController().signal,
  );
  expect(String(found.finding)).toContain(`the webhook cannot be reached: ${words} (${code})`);
  expect(String(found.todo)).toMatch(todo);
});

test('the advice about a service that answers too late is to look why', async () => {
  const service = 'the webhook';
  const late = say('service.did-not-answer-within-s', { service, seconds: 5 });
  const fails = () => Promise.reject(new NoAnswerError(late, true, late));
  const found = await serviceFinding({ service, without: 'no tracks', url: 'http://127.0.0.1:9/' }, fails);
  expect(String(found.todo)).toBe('look whether the program there hangs, or a firewall is in between');
});

function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}

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
