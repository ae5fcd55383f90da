import type { LinkCodec } from '../messages/link-codec.ts';

/** Bytes and the value they stand for. */
export interface LinkFixture<Message> {
  readonly name: string;
  /** Recorded from hardware or published as such; others follow the layouts and have not been compared with hardware. */
  readonly real?: true;
  /** Blanks are for reading only. */
  readonly hex: string;
  readonly value: Message;
}

/** One codec with its rows, tested both ways. */
export interface LinkFixtureTable<Message> {
  readonly codec: LinkCodec<Message>;
  readonly rows: readonly LinkFixture<Message>[];
}

export function bytesOf({ hex }: Pick<LinkFixture<unknown>, 'hex'>): Buffer {
  return Buffer.from(hex.replaceAll(/\s/g, ''), 'hex');
}
