/** Clients that expect `CONTINUE` get both lines, like from Icecast. */
export const SEND_AUDIO = 'HTTP/1.0 200 OK\r\n\r\n';
export const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

export const SHOUTCAST_WELCOME = 'OK2\r\nicy-caps:11\r\n\r\n';
export const SHOUTCAST_REFUSAL = 'invalid password\r\n';

export const UNAUTHORIZED = answer('401 Unauthorized', 'Wrong user name or password.\n', [
  'WWW-Authenticate: Basic realm="Icecast2 Server"',
]);
export const MOUNT_TAKEN = answer('403 Forbidden', 'Mountpoint in use');
export const TOO_MANY = answer('403 Forbidden', 'too many sources connected');
export const NO_PAGE = answer('403 Forbidden', 'A page in a browser may not send tracks.\n');
export const NOT_FOUND = answer('404 File Not Found', 'There is no stream here.\n');
export const NOT_ALLOWED = answer('405 Method Not Allowed', 'Send a source, or the names of a track.\n', [
  'Allow: GET, HEAD, OPTIONS, PUT, SOURCE',
]);
/** libshout asks for the methods before it sends. */
export const ABILITIES = answer('204 No Content', '', ['Allow: GET, HEAD, OPTIONS, PUT, SOURCE']);
export const NOTHING_TO_DO = answer('200 OK');
export const UPDATED = answer(
  '200 OK',
  '<?xml version="1.0"?>\n<iceresponse><message>Metadata update successful</message><return>1</return></iceresponse>\n',
  [],
  'text/xml',
);
export const GREETING = answer(
  '200 OK',
  'deckcast waits here for programs that broadcast. Nothing is shown on this page; the page /help/broadcast of deckcast says what to type into them.\n',
);

function answer(
  status: string,
  body = '',
  headers: readonly string[] = [],
  type = 'text/plain; charset=utf-8',
): string {
  return [
    `HTTP/1.0 ${status}`,
    'Server: deckcast',
    'Connection: close',
    ...headers,
    ...(body === '' ? [] : [`Content-Type: ${type}`]),
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
