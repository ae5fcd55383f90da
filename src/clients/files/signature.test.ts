/** Compares with the examples that AWS publishes for Signature Version 4 and S3, with their key, secret and time. */
import { expect, test } from 'vitest';
import { signedHeaders } from './signature.ts';

const KEY = {
  id: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const AT = Date.UTC(2013, 4, 24);
const HOST = 'https://examplebucket.s3.amazonaws.com';

const PUT = {
  method: 'PUT',
  url: new URL(`${HOST}/test$file.text`),
  headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
  body: new TextEncoder().encode('Welcome to Amazon S3.'),
};
const GET = { method: 'GET', headers: {} };

test.each([
  [
    'puts an object',
    PUT,
    'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'reads the lifecycle of a bucket',
    { ...GET, url: new URL(`${HOST}/?lifecycle`) },
    'host;x-amz-content-sha256;x-amz-date',
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'lists objects',
    { ...GET, url: new URL(`${HOST}/?max-keys=2&prefix=J`) },
    'host;x-amz-content-sha256;x-amz-date',
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
])('signs the request that %s as published', async (_, request, names, signature) => {
  expect((await signedHeaders(request, KEY, AT)).authorization).toBe(
    `AWS4-HMAC-SHA256 Credential=${KEY.id}/20130524/us-east-1/s3/aws4_request, SignedHeaders=${names}, Signature=${signature}`,
  );
});
