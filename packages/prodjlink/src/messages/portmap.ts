import type { WireWriter } from '@deckcast/wire-kit';
import type { FieldReader } from '../bytes.ts';

/**
 * The portmapper, version 2: the port of a program.
 *
 * | procedure | arguments | results |
 * |---|---|---|
 * | 3 `port` | program, version, protocol (17 = UDP), 0 | port, 0 = none |
 */
export interface PortCall {
  readonly kind: 'port';
  readonly program: number;
  readonly version: number;
  readonly protocol: number;
}

export interface PortResult {
  readonly kind: 'port';
  readonly port: number;
}

export const PORTMAP = { program: 100_000, version: 2, port: 3 } as const;
export const PORTMAP_PORT = 111;
/** The portmapper's port of rekordbox on a computer. */
export const REKORDBOX_PORTMAP_PORT = 50_111;
export const PROTOCOL_UDP = 17;

export function readPortCall(reader: FieldReader): PortCall {
  const call: PortCall = {
    kind: 'port',
    program: reader.u32(),
    version: reader.u32(),
    protocol: reader.u32(),
  };
  reader.u32();
  return call;
}

export function writePortCall(writer: WireWriter, call: PortCall): void {
  writer.u32(call.program).u32(call.version).u32(call.protocol).u32(0);
}

export function readPortResult(reader: FieldReader): PortResult {
  return { kind: 'port', port: reader.u32() };
}

export function writePortResult(writer: WireWriter, result: PortResult): void {
  writer.u32(result.port);
}
