/** Simulated Denon / Engine OS hardware. `README.md` says what it can do and how a set file looks. */
export { deviceSpecs } from './device-spec.ts';
export { loopback, loopbackInterface, onInterface } from './network.ts';
export type { SetAction } from './script.ts';
export type { DeckRef, SimulatedSet, SimulatedTrack } from './set.ts';
export { loadSet } from './set-file.ts';
export { TEN_TRACKS } from './sets/ten-tracks.ts';
export { Simulation, type SimulationOptions } from './simulation.ts';
