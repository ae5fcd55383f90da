/** The overlay SDK. */
export {};
