/** Did a sink or a look-up fail the last time? */
export function isFailing({
  lastErrorAt = 0,
  lastSuccessAt = 0,
}: {
  readonly lastErrorAt?: number;
  readonly lastSuccessAt?: number;
}): boolean {
  return lastErrorAt > lastSuccessAt;
}
