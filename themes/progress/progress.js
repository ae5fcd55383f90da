/** Grows the line by whole pixels, so that the browser draws no frames in between. */
import { overlay } from '/sdk/v1.js';

const line = document.querySelector('.track');
const played = document.querySelector('.played');
let timer = 0;

function grow() {
  clearTimeout(timer);
  const { track } = overlay;
  if (track === null || track.durationMs === 0 || !(played instanceof HTMLElement) || line === null) {
    return;
  }
  const pixels = Math.max(1, Math.round(line.getBoundingClientRect().width * devicePixelRatio));
  const msPerPixel = track.durationMs / pixels;
  const elapsed = Math.max(0, overlay.now() - Date.parse(track.startedAt));
  const grown = Math.min(pixels, Math.floor(elapsed / msPerPixel));
  played.style.transform = `scaleX(${grown / pixels})`;
  if (grown < pixels && overlay.state !== 'idle') {
    timer = setTimeout(grow, msPerPixel - (elapsed % msPerPixel) + 1);
  }
}

overlay.onState(grow);
addEventListener('resize', grow);
