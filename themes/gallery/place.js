/** Canvas of OBS. */
export const CANVAS = { width: 1920, height: 1080 };

/** Whether options with these names choose a place on the canvas: the page then needs the whole of it. @param {Iterable<string>} names */
export function isPlaced(names) {
  return [...names].some((name) => name === 'pos' || name === 'scale');
}

/** Scales pages into their places. The frame keeps its size in OBS, because a smaller one would change the layout. */
const places = new ResizeObserver((changed) => {
  for (const { target, contentRect } of changed) {
    const frame = target.firstElementChild;
    if (frame instanceof HTMLIFrameElement) {
      frame.style.transform = `scale(${contentRect.width / Number(frame.width)})`;
    }
  }
});

/**
 * Full-size frame, scaled to its place.
 * @param {string} address
 * @param {{ width: number, height: number }} size
 */
export function placeFor(address, { width, height }) {
  const place = document.createElement('span');
  place.className = 'place';
  place.style.aspectRatio = `${width} / ${height}`;
  place.style.setProperty('--ratio', String(width / height));
  const frame = document.createElement('iframe');
  frame.width = String(width);
  frame.height = String(height);
  frame.src = address;
  place.append(frame);
  places.observe(place);
  return { place, frame };
}
