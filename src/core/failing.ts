/** Whether the last attempt of a sink or a lookup failed. */
export function isFailing({
  lastErrorAt = 0,
  lastSuccessAt = 0,
}: {
  readonly lastErrorAt?: number;
  readonly lastSuccessAt?: number;
}): boolean {
  return lastErrorAt > lastSuccessAt;
}
