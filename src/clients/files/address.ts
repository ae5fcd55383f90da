/** Loaded at the start, unlike the client. */

const SCHEMES = ['http:', 'https:', 's3:', 's3http:'];

export function problemOfStore(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || url.hostname === '' || !SCHEMES.includes(url.protocol)) {
    return 'an address for files is https://user:password@host/folder/ for WebDAV, or s3://key:secret@endpoint/bucket/folder/ (without TLS: http://, s3http://)';
  }
  if (!url.protocol.startsWith('s3')) {
    return undefined;
  }
  return url.username === '' || url.password === '' || url.pathname.length < 2
    ? 'the key, the secret or the bucket is missing: s3://key:secret@endpoint/bucket/folder/'
    : undefined;
}
