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
