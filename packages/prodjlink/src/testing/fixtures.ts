import type { WireFixture } from '../../../wire-kit/src/testing/fixtures.ts';
import type { LinkCodec } from '../messages/link-codec.ts';

export { bytesOf, made, real } from '../../../wire-kit/src/testing/fixtures.ts';

export type LinkFixture<Message> = WireFixture<Message>;

/** Tested both ways. */
export interface LinkFixtureTable<Message> {
  readonly codec: LinkCodec<Message>;
  readonly rows: readonly LinkFixture<Message>[];
}
