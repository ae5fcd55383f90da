/**
 * Saves the response as a file with the server's name for it.
 *
 * @param {Response} response
 * @param {string} name  fallback without a name from the server
 */
export async function saveFile(response, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? name;
  link.click();
  URL.revokeObjectURL(link.href);
}
