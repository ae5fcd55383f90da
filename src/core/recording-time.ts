import * as v from 'valibot';

/** Of a line in a recording: milliseconds since its first line; never decreases. */
export const recordingTime = v.pipe(v.number(), v.finite(), v.minValue(0));
