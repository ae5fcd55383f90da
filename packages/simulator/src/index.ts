/** `README.md` describes the features and the set file. */
export { type DeckRef, deviceSpecs } from './device-spec.ts';
export { SetError, SimulationError } from './errors.ts';
export { loopback, loopbackInterface, onInterface } from './network.ts';
export { LinkReplay } from './prodjlink/link-replay.ts';
export { LINK_RIGS } from './prodjlink/link-set.ts';
export { LinkSimulation } from './prodjlink/link-simulation.ts';
export { linkLoopback, linkOnInterface } from './prodjlink/link-wire.ts';
export type { SetAction } from './script.ts';
export type { SimulatedSet, SimulatedTrack } from './set.ts';
export { type AnySet, loadSet } from './set-file.ts';
export { TEN_TRACKS, tenTracksOn } from './sets/ten-tracks.ts';
export { Simulation, type SimulationOptions } from './simulation.ts';
export { type BroadcastOptions, SimulatedBroadcaster } from './software/broadcaster.ts';
export { type OggCodec, OggStreamWriter } from './software/ogg-stream.ts';
export { playBroadcast, playTraktor, playVirtualDj, unusedPort } from './software/play.ts';
export { type Letter, SimulatedTraktor } from './software/traktor.ts';
export { SimulatedVirtualDj } from './software/virtualdj.ts';
