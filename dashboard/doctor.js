/**
 * The check-up: findings of the doctor in the running program, requested by a button.
 *
 * @import { DoctorMessage, WireFinding as Finding } from '../src/web/wire/doctor.ts'
 */
import { read } from './api.js';
import { withHelp } from './help-links.js';
import { html, nothing } from './lit/lit-html.js';
import { saveFile } from './save-file.js';
import { createTask } from './task.js';
import { localized, sentence, translated } from './text.js';
import { timeOf } from './times.js';
import { press } from './view.js';
import { word } from './words.js';

const LIGHTS = { fault: 'bad', warning: 'warn', note: 'wait', ok: 'good' };
const SEVERITIES = { fault: word('check.fault'), warning: word('check.warning'), note: word('check.note') };

/** @type {readonly Finding[] | undefined} */
let findings;
/** Settings that they are about (`settingsAt`). @type {number | undefined} */
let about;

/** @param {() => void} redraw @param {() => number | undefined} settingsNow */
export function createDoctor(redraw, settingsNow) {
  const task = createTask(redraw);
  async function examine() {
    const asked = settingsNow();
    /** @type {DoctorMessage} */
    const message = localized(await (await read('doctor')).json());
    findings = message.findings;
    about = asked;
    const faults = findings.filter(({ severity }) => severity === 'fault').length;
    const warnings = findings.filter(({ severity }) => severity === 'warning').length;
    return `${timeOf()} · ${word('check.counts', { faults, warnings })}`;
  }
  async function saveReport() {
    await saveFile(await read('doctor/report'), 'deckcast-report.zip');
    return '';
  }
  return {
    examine: () => task.run(word('check.examining'), examine),
    tools: () => html`<div class="row tools">
        <button class="btn" id="examine" type="button" aria-disabled=${task.isBusy}
          @click=${press(() => task.run(word('check.examining'), examine))}>${word('check.run')}</button>
        <button class="btn" id="report" type="button" aria-disabled=${task.isBusy}
          @click=${press(() => task.run(word('check.writing'), saveReport))}>${word('check.save-report')}</button>
        <span id="examination" role="status">${task.text}</span>
      </div>`,
    view: () =>
      findings === undefined
        ? html`<p class="dim">${word('check.about')}</p>`
        : html`${about === settingsNow() ? nothing : html`<p class="trouble warn" role="status">${word('check.outdated')}</p>`}
          <ol class="findings whole" id="findings" aria-label=${word('operator.check-up')}>${findings.map(findingView)}</ol>`,
  };
}

/** @param {Finding} one */
function findingView({ area, severity, finding, means, todo }) {
  const words = translated(finding);
  const advice = [
    means && word('check.means', { means: translated(means) }),
    todo && word('check.todo', { todo: translated(todo) }),
  ]
    .filter(Boolean)
    .join(' ');
  // Messages of other programs are not translated.
  return html`<li>
    <span class="led ${LIGHTS[severity]}"></span>
    <strong>${severity === 'ok' ? translated(area) : `${translated(area)}: ${SEVERITIES[severity]}`}</strong>
    <span class="detail" lang=${words === finding ? 'en' : document.documentElement.lang}>${sentence(words)}</span>
    ${advice === '' ? nothing : html`<p class="advice dim">${withHelp(advice)}</p>`}
  </li>`;
}
