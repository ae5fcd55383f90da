/** A recording of DJ software, to be played again. */
import type {
  BroadcastEvent,
  RecordedSource,
  RecordingLine,
  TraktorEvent,
  VirtualDjEvent,
} from '../../core/recording.ts';

export type SoftwareRecording =
  | { readonly on: 'traktor'; readonly events: readonly TraktorEvent[] }
  | { readonly on: 'virtualdj'; readonly events: readonly VirtualDjEvent[] }
  | { readonly on: 'icecast'; readonly events: readonly BroadcastEvent[] };

/** Undefined for a recording of hardware. Lines of another source are passed over. */
export function softwareRecording(
  on: RecordedSource,
  lines: readonly RecordingLine[],
): SoftwareRecording | undefined {
  switch (on) {
    case 'traktor':
      return { on, events: lines.filter((line) => line.event === 'request') };
    case 'virtualdj':
      return { on, events: lines.filter((line) => line.event === 'reading' || line.event === 'unanswered') };
    case 'icecast':
      return {
        on,
        events: lines.filter(
          (line) => line.event === 'head' || line.event === 'comments' || line.event === 'closed',
        ),
      };
    default:
      return undefined;
  }
}

/** Starts with the first event. */
export function timelineOf<Event extends { readonly t: number }>(events: readonly Event[]) {
  const start = events[0]?.t ?? 0;
  return events.map((action) => ({ at: (action.t - start) / 1_000, action }));
}
