/** A recording as a set: the same devices repeat their messages with the same timing. */
import { type RecordedEvent, readRecordingLine } from '../core/recording.ts';
import { deviceSpecs } from './device-spec.ts';
import type { SetAction } from './script.ts';
import type { SimulatedSet, TimelineEntry } from './set.ts';

/** Whether the text begins like a recording; anything else is read as a set file. */
export function isRecording(content: string): boolean {
  return readRecordingLine(content.slice(0, content.indexOf('\n') + 1 || content.length))?.event === 'start';
}

/**
 * Total: a line that is no line of a recording (the last one may be cut off) is passed over. Time starts with the
 * first connection, because a replay waits for its client.
 */
export function setOfRecording(content: string, file: string): SimulatedSet {
  const events = content
    .split('\n')
    .map(readRecordingLine)
    .filter((line) => line !== undefined)
    .filter((line) => line.event !== 'start');
  const found = events.filter((event) => event.event === 'found');
  const devices = found.filter(
    ({ device }, index) => found.findIndex((one) => one.device === device) === index,
  );
  const startedAt = events.find(({ event }) => event === 'connected')?.t ?? 0;
  return {
    name: file,
    waitForClient: true,
    devices: deviceSpecs(
      devices.map(({ device: token, name, software, softwareVersion: version }) => ({
        id: token,
        token,
        name,
        software,
        version,
        blank: true,
      })),
    ),
    tracks: [],
    timeline: events.flatMap((event): TimelineEntry[] => {
      const action = actionFor(event);
      return action === undefined ? [] : [{ at: Math.max(0, event.t - startedAt) / 1_000, action }];
    }),
  };
}

function actionFor(event: RecordedEvent): SetAction | undefined {
  switch (event.event) {
    case 'state':
      return { do: 'value', device: event.device, path: event.path, value: event.value };
    case 'lost':
      return { do: 'drop', device: event.device };
    case 'gone':
      return { do: 'leave', device: event.device };
    case 'found':
      return { do: 'arrive', device: event.device };
    case 'connected':
    case 'services':
      return undefined;
  }
}
