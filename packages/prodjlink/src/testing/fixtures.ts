import type { LinkCodec } from '../messages/link-codec.ts';

/** Bytes and the value they stand for. */
export interface LinkFixture<Message> {
  readonly name: string;
  readonly real: boolean;
  /** Blanks are for reading only. */
  readonly hex: string;
  readonly value: Message;
}

/** Recorded from hardware or published as such. */
export function real<Message>(name: string, hex: string, value: Message): LinkFixture<Message> {
  return { name, real: true, hex, value };
}

/** Follows the layout, and has not been compared with hardware. */
export function made<Message>(name: string, hex: string, value: Message): LinkFixture<Message> {
  return { name, real: false, hex, value };
}

/** One codec with its rows, tested both ways. */
export interface LinkFixtureTable<Message> {
  readonly codec: LinkCodec<Message>;
  readonly rows: readonly LinkFixture<Message>[];
}

export function bytesOf({ hex }: Pick<LinkFixture<unknown>, 'hex'>): Buffer {
  return Buffer.from(hex.replaceAll(/\s/g, ''), 'hex');
}
