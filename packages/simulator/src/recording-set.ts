import { type DeviceEvent, type RecordingLine, readRecordingLine } from '@deckcast/wire-kit/recording';
import * as v from 'valibot';
import { deviceSpecs } from './device-spec.ts';
import type { SetProblem } from './errors.ts';
import { type LinkRecording, linkRecording } from './prodjlink/link-recording.ts';
import type { SetAction } from './script.ts';
import type { SimulatedSet, TimelineEntry } from './set.ts';

const MAX_PROBLEMS = 10;
const MAX_SENDERS = 200;

const AnyStart = v.pipe(v.string(), v.parseJson(), v.object({ event: v.literal('start') }));

export type Replay =
  | { readonly on: 'hwdevice'; readonly set: SimulatedSet }
  | { readonly on: 'prodjlink'; readonly recording: LinkRecording };

export function isRecording(content: string): boolean {
  return v.is(AnyStart, content.slice(0, content.indexOf('\n') + 1 || content.length));
}

/** The last line may be cut off. @param file name in problems */
export function readRecording(content: string, file: string): Replay | readonly SetProblem[] {
  const [first = '', ...rest] = content.split('\n');
  const start = readRecordingLine(first);
  if (start?.event !== 'start') {
    const what = 'this recording is of another version of deckcast: play it with the one that made it';
    return [{ where: `${file}:1`, what }];
  }
  const lines = rest.map(readRecordingLine);
  const problems = lines.slice(0, -1).flatMap((line, index): SetProblem[] => {
    const isRead = line !== undefined || rest[index] === '';
    const what = 'this is not a line of a recording: remove it to play the rest';
    return isRead ? [] : [{ where: `${file}:${index + 2}`, what }];
  });
  if (problems.length > 0) {
    const more = problems.length - MAX_PROBLEMS;
    return more > 0
      ? [...problems.slice(0, MAX_PROBLEMS), { where: file, what: `and ${more} more lines like these` }]
      : problems;
  }
  const events = lines.filter((line): line is RecordingLine => line !== undefined);
  if (start.source === 'prodjlink') {
    const recording = linkRecording(
      events.filter((event) => event.event === 'datagram'),
      file,
    );
    return problemIn(recording, file) ?? { on: 'prodjlink', recording };
  }
  const set = setOfRecording(
    events.filter((event) => 'device' in event),
    file,
  );
  return set.devices.length > 0 ? { on: 'hwdevice', set } : noDevice(file);
}

function noDevice(file: string): readonly SetProblem[] {
  return [{ where: file, what: 'this recording holds no device: record again while the devices are on' }];
}

function problemIn(
  { announcements, senders }: LinkRecording,
  file: string,
): readonly SetProblem[] | undefined {
  if (announcements.length === 0) {
    return noDevice(file);
  }
  if (senders.length > MAX_SENDERS) {
    const what = `this recording was made among ${senders.length} addresses, and there is room for ${MAX_SENDERS}: remove the lines of those that are neither players nor mixers`;
    return [{ where: file, what }];
  }
  return undefined;
}

/** Starts with the first connection, as a replay waits for its client. */
function setOfRecording(events: readonly DeviceEvent[], file: string): SimulatedSet {
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

function actionFor(event: DeviceEvent): SetAction | undefined {
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
