import { defineOptions, type SettingsOf } from '../../core/option.ts';
import { choice, durationUpTo } from '../../settings/kinds.ts';

export const beatOptions = defineOptions('Sinks', {
  'beat.follow': {
    kind: choice(['cut', 'blend'], { cut: 'At once', blend: 'With the faders' }),
    default: 'cut',
    help: 'whether the beat changes at once with the track on air, or moves with the faders',
    words: 'lights tempo bpm sync',
    live: true,
  },
  'beat.early': {
    kind: durationUpTo(1_000),
    default: 0,
    help: 'how much earlier beats go out, for lights and screens that react late',
    words: 'latency delay offset',
    live: true,
  },
});

export type BeatSettings = SettingsOf<typeof beatOptions>;
