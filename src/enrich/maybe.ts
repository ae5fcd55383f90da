/** A value that may be known at once: what is cached never waits for a turn of the event loop. */
export type MaybePromise<T> = T | Promise<T>;

/** Goes on with the value now when it is known, later when it is not. */
export function chain<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
