/** AWS Signature Version 4, for S3 stores. */
import { createHash } from 'node:crypto';

export interface StoreKey {
  readonly id: string;
  readonly secret: string;
  readonly region: string;
}

export interface UnsignedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | undefined;
}

/** `at`: epoch milliseconds. */
export async function signedHeaders(
  { method, url, headers, body }: UnsignedRequest,
  { id, secret, region }: StoreKey,
  at: number,
): Promise<Readonly<Record<string, string>>> {
  const { AwsV4Signer } = await import('aws4fetch');
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    // Only this protects the body without TLS.
    headers: {
      ...headers,
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    },
    body: body ?? null,
    accessKeyId: id,
    secretAccessKey: secret,
    service: 's3',
    region,
    // `20260131T221500Z`
    datetime: new Date(at).toISOString().replace(/[-:]|\.\d+/g, ''),
  });
  return Object.fromEntries((await signer.sign()).headers);
}
