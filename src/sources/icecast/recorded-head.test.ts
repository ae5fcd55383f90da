import { expect, test } from 'vitest';
import { recordedLines } from './recorded-head.ts';

test.each([
  ['a request', ['SOURCE /live HTTP/1.0'], ['SOURCE /live HTTP/1.0']],
  [
    'an update',
    ['GET /admin.cgi?pass=my word&mode=updinfo&song=A$1 HTTP/1.0'],
    ['GET /admin.cgi?pass=***&mode=updinfo&song=A$1 HTTP/1.0'],
  ],
  [
    'one that ends with its password',
    ['GET /admin/metadata?song=One&PASSWORD=s3cret HTTP/1.0'],
    ['GET /admin/metadata?song=One&PASSWORD=*** HTTP/1.0'],
  ],
  [
    'an address with a user',
    ['PUT http://source:s3cret@host/live HTTP/1.1'],
    ['PUT http://host/live HTTP/1.1'],
  ],
  ['SHOUTcast, which opens with the password', ['s3cret', 'icy-name: Ours'], ['***', 'icy-name: Ours']],
])('%s is kept without its password', (_, lines, recorded) => {
  expect(recordedLines(lines)).toEqual(recorded);
});

test('of the headers, those are kept that say what a program is and does', () => {
  const lines = [
    'SOURCE /live HTTP/1.0',
    'User-Agent: butt 0.1',
    'ice-name: Bj\xf6rk',
    'ice-name: Bj\xc3\xb6rk',
  ];
  const secret = [
    'Authorization: Basic c3Jj',
    'cookie: s3cret',
    'ice-password: s3cret',
    'X-Key: s3cret',
    's3cret',
  ];
  expect(recordedLines([...lines, ...secret])).toEqual([
    'SOURCE /live HTTP/1.0',
    'User-Agent: butt 0.1',
    { base64: Buffer.from('ice-name: Bj\xf6rk', 'latin1').toString('base64') },
    'ice-name: Björk',
    'Authorization: ***',
    'cookie: ***',
    'ice-password: ***',
    'X-Key: ***',
    '***',
  ]);
});
