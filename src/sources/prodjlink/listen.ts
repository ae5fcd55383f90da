import type { LinkReceiver, LinkStatus, ProDjLinkNetwork } from '@deckcast/prodjlink';

/** Runs the network until `until` resolves; it never rejects. Returns what was known at the end. */
export async function listen(
  network: ProDjLinkNetwork,
  receiver: LinkReceiver,
  until: Promise<void>,
): Promise<LinkStatus> {
  const end = new AbortController();
  const running = network.run(receiver, end.signal);
  await until;
  // A network that has ended no longer knows its ports.
  const status = network.status();
  end.abort();
  await running;
  return status;
}
