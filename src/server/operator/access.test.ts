import { describe, expect, test } from 'vitest';
import { Secret } from '../../core/option.ts';
import { type Caller, refusalOf } from './access.ts';

const LOCAL: Caller = {
  remoteAddress: '127.0.0.1',
  host: '127.0.0.1:9090',
  origin: undefined,
  token: undefined,
  forwarded: false,
};
const NONE = new Secret('');
const TOKEN = new Secret('correct horse');
const OWN = ['booth', 'booth.local'];

const answer = (change: Partial<Caller>, token = NONE) =>
  refusalOf({ ...LOCAL, ...change }, token, OWN)?.status;

describe('without a token', () => {
  test.each<[string, Partial<Caller>]>([
    ['a program on this computer', {}],
    ['over IPv6', { remoteAddress: '::1', host: '[::1]:9090' }],
    ['an IPv4 address written as IPv6', { remoteAddress: '::ffff:127.0.0.1' }],
    ['our own page', { origin: 'http://127.0.0.1:9090' }],
    ['our own page by its usual name', { host: 'localhost:9090', origin: 'http://localhost:9090' }],
    ['our own page by the computer’s name', { host: 'Booth.local:9090', origin: 'http://Booth.local:9090' }],
  ])('%s may operate', (_who, change) => {
    expect(answer(change)).toBeUndefined();
  });

  test.each<[string, Partial<Caller>]>([
    ['another computer', { remoteAddress: '192.168.1.20' }],
    ['somebody behind a proxy on this computer', { forwarded: true }],
    ['a page elsewhere', { origin: 'https://evil.example' }],
    ['a page on another port', { origin: 'http://127.0.0.1:8080' }],
    ['a page without an origin of its own', { origin: 'null' }],
    ['a name elsewhere that was pointed here', { host: 'evil.example', origin: 'http://evil.example' }],
    ['a request without a host', { host: undefined }],
    ['a connection that is gone', { remoteAddress: undefined }],
    ['whoever shows some token', { remoteAddress: '192.168.1.20', token: '' }],
  ])('%s may not', (_who, change) => {
    expect(answer(change)).toBe(403);
  });
});

describe('with a token', () => {
  test('whoever shows it may operate, from anywhere', () => {
    const phone = { remoteAddress: '192.168.1.20', host: 'dj.example', forwarded: true };
    expect(answer({ ...phone, token: 'correct horse' }, TOKEN)).toBeUndefined();
  });

  test.each([undefined, '', 'correct hors', 'correct horsf', 'correct horse '])(
    'even this computer may not with %j',
    (token) => {
      expect(answer({ token }, TOKEN)).toBe(401);
    },
  );
});
