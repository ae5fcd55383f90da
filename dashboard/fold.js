/** Folds sections on a phone that a desktop shows. */

export function start() {
  const wide = matchMedia('(min-width: 721px)');
  const show = () => {
    for (const fold of document.querySelectorAll('details.fold')) {
      fold.toggleAttribute('open', wide.matches);
    }
  };
  wide.addEventListener('change', show);
  show();
}
