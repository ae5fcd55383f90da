/** Loaded at the start, unlike the client. */
import { type Message, say } from '../../core/message.ts';

const SCHEMES = ['http:', 'https:', 's3:', 's3http:'];

export function problemOfStore(address: string): Message | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || url.hostname === '' || !SCHEMES.includes(url.protocol)) {
    return say('page.address-for-files-is');
  }
  if (!url.protocol.startsWith('s3')) {
    return undefined;
  }
  return url.username === '' || url.password === '' || url.pathname.length < 2
    ? say('page.key-secret-or-bucket-missing')
    : undefined;
}
