/** Cached values don't wait for the event loop. */
export type MaybePromise<T> = T | Promise<T>;

export function chain<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Synchronous if every value is available. */
export function all<Values extends readonly unknown[]>(
  values: readonly [...{ [At in keyof Values]: MaybePromise<Values[At]> }],
): MaybePromise<Values> {
  const isPending = values.some((value) => value instanceof Promise);
  return (isPending ? Promise.all(values) : values) as MaybePromise<Values>;
}
