/** Simulated Denon / Engine OS hardware. `README.md` says what it can do and how a set file looks. */
export { deviceSpecs } from './device-spec.ts';
export { loadSet } from './load-set.ts';
export { loopback, loopbackInterface, onInterface } from './network.ts';
export type { DeckRef, SetAction, SimulatedSet, SimulatedTrack } from './set.ts';
export { TEN_TRACKS } from './sets/ten-tracks.ts';
export { Simulation, type SimulationOptions } from './simulation.ts';
