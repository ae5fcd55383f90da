import { cpus, totalmem } from 'node:os';
import { art } from './art.ts';
import { beats } from './beats.ts';
import { controller } from './controller.ts';
import { cpu } from './cpu.ts';
import { hearingCollection } from './hearing/collection.ts';
import { hearingConditions } from './hearing/conditions.ts';
import { hearingCost } from './hearing/cost.ts';
import { hearingEvening } from './hearing/evening.ts';
import { hearingForeign } from './hearing/foreign.ts';
import { hearing } from './hearing/index.ts';
import { hearingLive } from './hearing/live.ts';
import { hearingTracklist } from './hearing/tracklist.ts';
import { latency } from './latency.ts';
import { type Measurement, row } from './measure.ts';
import { memory } from './memory.ts';
import { overlays } from './overlays.ts';
import { startUp } from './start-up.ts';

const MEASUREMENTS: readonly Measurement[] = [
  latency,
  controller,
  cpu,
  startUp,
  memory,
  overlays,
  beats,
  art,
  hearing,
  hearingConditions,
  hearingCollection,
  hearingForeign,
  hearingLive,
  hearingCost,
  hearingEvening,
  hearingTracklist,
];

const wanted = process.argv.slice(2);
const chosen = MEASUREMENTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

console.log(
  `${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB,`,
);
console.log(`${process.platform} ${process.arch}, Node ${process.version}\n`);
console.log('| measured | deckcast | compared with | ratio | target | |\n|---|---|---|---|---|---|');
for (const measurement of chosen) {
  for (const figure of await measurement.run()) {
    console.log(row(figure));
  }
}
