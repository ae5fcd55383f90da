/** A value that may be available at once: a cached value never waits for the event loop. */
export type MaybePromise<T> = T | Promise<T>;

/** Applies `next` at once when the value is available, otherwise later. */
export function chain<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
