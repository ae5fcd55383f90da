/** Texts and files that the user takes from the page. */

/**
 * Copies the field's text. Returns whether that worked.
 *
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 */
export async function copyText(field) {
  field.select();
  // Browsers offer the clipboard to secure origins only; elsewhere `execCommand` still works.
  const copied = await navigator.clipboard?.writeText(field.value).then(
    () => true,
    () => false,
  );
  return copied === true || document.execCommand('copy');
}

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
