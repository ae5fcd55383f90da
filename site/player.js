/**
 * Plays the recorded feed to the overlay SDK in place of a running deckcast, from the first track again when it is over.
 * Times in the messages become times from now on.
 */
(() => {
  /** Faster than the recording, so that visitors see the next track soon. */
  const SPEED = 2;
  const { base = '/' } = document.currentScript?.dataset ?? {};
  const recording = fetch(`${base}feed/feed.jsonl`).then(async (answer) => {
    const lines = (await answer.text()).trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line));
  });

  class RecordedSocket {
    static CONNECTING = 0;
    static OPEN = 1;
    static CLOSED = 3;
    readyState = RecordedSocket.CONNECTING;
    /** @type {((event: { data: string }) => void) | undefined} */
    onmessage;
    /** @type {(() => void) | undefined} */
    onclose;

    /** @param {string} url */
    constructor(url) {
      void this.#play(url.slice(url.lastIndexOf('/') + 1));
    }

    close() {
      this.readyState = RecordedSocket.CLOSED;
    }

    /** @param {string} feed */
    async #play(feed) {
      const lines = await recording;
      const recordedAt = Date.parse(lines[0].message.at) - lines[0].at;
      const startedAt = Date.now();
      const fromNow = (/** @type {string} */ time) =>
        new Date(startedAt + (Date.parse(time) - recordedAt) / SPEED).toISOString();
      this.readyState = RecordedSocket.OPEN;
      for (const { at, message } of lines.filter((line) => line.feed === feed)) {
        await new Promise((resolve) => setTimeout(resolve, startedAt + at / SPEED - Date.now()));
        if (this.readyState === RecordedSocket.CLOSED) {
          return;
        }
        const data = JSON.stringify(message, (key, value) =>
          ['at', 'startedAt', 'shownAt'].includes(key) && value !== null
            ? fromNow(value)
            : key === 'art' && value !== null
              ? { ...value, url: `${base}${value.url.slice(1)}` }
              : value,
        );
        this.onmessage?.({ data });
      }
      // Long enough to see the last track. The SDK connects again.
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      if (this.readyState === RecordedSocket.OPEN) {
        this.readyState = RecordedSocket.CLOSED;
        this.onclose?.();
      }
    }
  }

  Object.assign(globalThis, { WebSocket: RecordedSocket });
})();
