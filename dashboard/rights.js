/** Marks a page of another device with the device's rights. */
import { readStatus } from './api.js';

const RETRY_MS = 1_500;
const MAY_NOT = new Map([
  [401, 'token'],
  [403, 'no'],
]);

async function showRights() {
  const status = await readStatus('settings');
  if (status === 0) {
    setTimeout(showRights, RETRY_MS);
    return;
  }
  const { dataset } = document.documentElement;
  const mayNot = MAY_NOT.get(status);
  if (mayNot === undefined) {
    delete dataset.configures;
  } else {
    dataset.configures = mayNot;
  }
}

void showRights();
