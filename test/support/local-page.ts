/** Configuration requests as a page on this computer sends them. */

/**
 * Returns the headers of a page that was let in: as the first one since the start, or with its token.
 *
 * @param url address of the pages
 */
export async function localPage(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  const { origin } = new URL(url);
  const response = await fetch(new URL('/api/v1/configure', url), {
    method: 'POST',
    headers: { Origin: origin, ...headers },
    body: '{}',
  });
  const [cookie = ''] = response.headers.getSetCookie();
  if (cookie === '') {
    throw new Error(`no cookie: ${response.status} ${await response.text()}`);
  }
  return { Origin: origin, Cookie: cookie.split(';', 1)[0] ?? '' };
}

/** Calls API paths as such a page. Resolves to their answers and rejects on a refusal. */
export async function pageCalls(url: string, headers: Readonly<Record<string, string>> = {}) {
  const page = await localPage(url, headers);
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    const init = { method, headers: page, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(new URL(`/api/v1/${path}`, url), init);
    if (!response.ok) {
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    }
    return response.json();
  };
}
