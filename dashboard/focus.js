/**
 * Returns a function that moves the focus after a wait, unless the user has moved it meanwhile: letters being typed
 * would go elsewhere.
 *
 * @returns {(to: HTMLElement | null) => void}
 */
export function focusLater() {
  const { activeElement } = document;
  return (to) => {
    if (document.activeElement === activeElement || document.activeElement === document.body) {
      to?.focus();
    }
  };
}
