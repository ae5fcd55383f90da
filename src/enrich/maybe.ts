/** A value that may be known at once: what is cached never waits for a turn of the event loop. */
export type Maybe<T> = T | Promise<T>;

/** Goes on with the value now when it is known, later when it is not. */
export function chain<T, U>(value: Maybe<T>, next: (value: T) => Maybe<U>): Maybe<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
