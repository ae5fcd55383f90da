/**
 * For an answer that takes time: returns a function that moves the focus to an element, unless the user has moved it
 * meanwhile. Letters that they type would go elsewhere.
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
