/**
 * Findings of the doctor in the running program, requested by a button.
 *
 * @import { DoctorMessage } from '../src/web/wire/doctor.ts'
 * @import { WireFinding as Finding } from '../src/web/wire/doctor.ts'
 */
import { read } from './api.js';
import { byId, onPress, part, saveFile, setText, setTextWithHelp, setUsable, showList } from './dom.js';
import { refusalIn } from './saved.js';
import { localized, phrase, translated } from './text.js';

const LIGHTS = { fault: 'bad', warning: 'warn', note: 'idle', ok: 'good' };
const SEVERITIES = { fault: phrase('fault'), warning: phrase('warning'), note: phrase('note') };

const examine = byId('examine', HTMLButtonElement);
const report = byId('report', HTMLButtonElement);

export function start() {
  onPress(examine, () => work(phrase('Examining…'), showFindings));
  onPress(report, () => work(phrase('Writing the report…'), saveReport));
}

/**
 * Runs one action at a time, because each may take seconds.
 *
 * @param {string} doing
 * @param {() => Promise<string>} act  resolves with the text to show
 */
async function work(doing, act) {
  setUsable(examine, false);
  setUsable(report, false);
  showStatus(doing);
  showStatus(await act().catch((error) => refusalIn(error)));
  setUsable(examine, true);
  setUsable(report, true);
}

async function showFindings() {
  /** @type {DoctorMessage} */
  const { findings } = localized(await (await read('doctor')).json());
  showList(byId('findings'), findings, keyOf, fill);
  const faults = findings.filter(({ severity }) => severity === 'fault').length;
  const warnings = findings.filter(({ severity }) => severity === 'warning').length;
  return faults + warnings === 0
    ? phrase('All is well.')
    : phrase('Faults: {faults}, warnings: {warnings}.', { faults, warnings });
}

async function saveReport() {
  await saveFile(await read('doctor/report'), 'deckcast-report.zip');
  return '';
}

/** @param {string} text */
function showStatus(text) {
  setText(byId('examination'), text);
}

/** @param {Finding} finding */
function keyOf({ area, severity, finding }) {
  return `${severity} ${area} ${finding}`;
}

/**
 * @param {HTMLElement} row
 * @param {Finding} one
 */
function fill(row, { area, severity, finding, means, todo }) {
  part(row, 'span', 'light').className = `light ${LIGHTS[severity]}`;
  setText(
    part(row, 'strong', 'name'),
    severity === 'ok' ? translated(area) : `${translated(area)}: ${SEVERITIES[severity]}`,
  );
  const detail = part(row, 'span', 'detail');
  const words = translated(finding);
  // Messages of other programs are not translated.
  detail.lang = words === finding ? 'en' : document.documentElement.lang;
  setText(detail, words);
  const advice = part(row, 'p', 'advice');
  setTextWithHelp(
    advice,
    [
      means && phrase('That means: {means}.', { means: translated(means) }),
      todo && phrase('Do: {todo}.', { todo: translated(todo) }),
    ]
      .filter(Boolean)
      .join(' '),
  );
  advice.hidden = advice.textContent === '';
}
