/**
 * Runs a package's example with simulated players on loopback: `players-script.js <package> <file>`. Prints the
 * example's first output, and then interrupts it like Ctrl+C. Exits with the example's status.
 */
import { spawn } from 'node:child_process';
import {
  LinkSimulation,
  linkLoopback,
  loopback,
  Simulation,
  TEN_TRACKS,
  tenTracksOn,
} from '@deckcast/simulator';

const [name, file = ''] = process.argv.slice(2);
const stop = new AbortController();
const players = [
  ...(name === 'stagelinq' ? [new Simulation({ set: TEN_TRACKS, network: loopback() })] : []),
  ...(name === 'prodjlink' ? [new LinkSimulation({ set: tenTracksOn('2'), network: linkLoopback() })] : []),
];
const example = spawn(process.execPath, [file, 'lo'], { stdio: ['ignore', 'pipe', 'inherit'] });
example.stdout.once('data', (said) => {
  process.stdout.write(said);
  if (players.length > 0) {
    example.kill('SIGINT');
  }
});
example.once('close', (code) => {
  process.exitCode = code ?? 1;
  stop.abort();
});
await Promise.all(players.map((each) => each.run(stop.signal)));
