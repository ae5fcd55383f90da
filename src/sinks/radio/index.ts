import { CHARSETS, problemOfStation } from '../../clients/radio/address.ts';
import { NO_TITLE, type Title } from '../../clients/radio/station.ts';
import type { SinkPart } from '../../core/contracts/sink.ts';
import type { Finding } from '../../core/finding.ts';
import { say } from '../../core/message.ts';
import { defineOptions, readLive, type SettingsOf } from '../../core/option.ts';
import { fillTemplate } from '../../core/template.ts';
import { isNamed, type PlayId, type Publication } from '../../core/track.ts';
import { addresses, choice, template, text } from '../../settings/kinds.ts';
import { streamDelay } from '../../settings/shared.ts';

const options = defineOptions('Sinks', {
  'radio.url': {
    kind: addresses(problemOfStation),
    default: [],
    help: 'stations that get titles: icecast://user:password@host:8000/mount, shoutcast://:password@host:8000/ or azuracasts://:key@host/station; with TLS icecasts:// or shoutcasts://',
    sends: [],
  },
  'radio.format': {
    kind: template,
    default: '$ARTIST$ - $SONG$',
    help: 'radio title; $ARTIST$ and $SONG$ stand for the names, $ALBUM$, $BPM$, $KEY$ and more for other data of the track',
    live: true,
  },
  'radio.hidden': {
    kind: text,
    default: 'ID',
    help: 'radio title while the track is hidden or has no name',
    live: true,
  },
  'radio.delay': streamDelay(
    'how much later than the room listeners of the radio hear a track, and read its title',
  ),
  'radio.charset': {
    kind: choice(CHARSETS, { 'utf-8': 'UTF-8', latin1: 'Latin 1' }),
    default: 'utf-8',
    help: 'character set in which titles are sent to the radio; latin1 for old servers that show ö as Ã¶',
  },
});

type Settings = SettingsOf<typeof options>;

export const radioSink: SinkPart<typeof options> = {
  name: 'radio',
  options,
  card: {
    title: 'Web radio',
    about: say('radio.titles-listeners-icecast-shoutcast-azuracast'),
    settings: {
      group: 'Web radio',
      common: {
        'radio.url': 'Stations',
        'radio.format': 'What listeners read',
        'radio.delay': 'How much later listeners hear the stream',
      },
      rest: {
        'radio.hidden': 'What listeners read for a hidden track',
        'radio.charset': 'Character set of the station',
      },
    },
    steps: () => [
      { text: say('radio.type-stations-address-name-password-your'), set: ['radio.url'] },
      { text: say('radio.say-how-much-later-room-listeners'), set: ['radio.delay'] },
    ],
  },
  async diagnose(settings, tools, signal) {
    const [{ stationOf }, { serviceFinding }] = await Promise.all([
      import('../../clients/radio/index.ts'),
      import('../../clients/examine.ts'),
    ]);
    const charset = settings['radio.charset'];
    return Promise.all(
      settings['radio.url'].map((address) => {
        const station = stationOf(address, { ...tools, charset });
        const { name, examine } = station;
        const about = { service: name, without: say('radio.listeners-read-no-titles'), url: address };
        return examine === undefined ? untested(name) : serviceFinding(about, () => examine(signal));
      }),
    );
  },
  async create(settings, tools) {
    if (settings['radio.url'].length === 0) {
      return undefined;
    }
    const { Stations } = await import('./stations.ts');
    const stations = new Stations(settings['radio.url'], { ...tools, charset: settings['radio.charset'] });
    /** Play of an earlier run, whose title stations may still have at the start. */
    let kept: PlayId | undefined;
    const hides = new Set<PlayId>();
    return {
      kind: 'state',
      delayMs: () => readLive(settings, 'radio.delay'),
      rendered: (publication) => titleOf(publication, settings).text,
      publish(publication, signal) {
        const { kind, isResumed, playId } = publication;
        if (kind === 'off air' && isResumed && playId !== kept && !hides.has(playId)) {
          kept = playId;
          return Promise.resolve(say('radio.keeps-title'));
        }
        return stations.write(titleOf(publication, settings), publication, signal);
      },
      earlier({ hidden, isResumed, playId }) {
        if (!hidden || !isResumed) {
          return undefined;
        }
        hides.add(playId);
        return playId === kept ? 'refresh' : undefined;
      },
      findings: () => stations.findings(),
      settingsChanged: () => stations.settingsChanged(),
      close: () => stations.close(),
    };
  },
};

function untested(station: string): Finding {
  return {
    area: 'services',
    severity: 'note',
    finding: say('radio.untested', { station }),
    means: '',
    todo: say('radio.send-test'),
  };
}

function titleOf(publication: Publication, settings: Settings): Title {
  if (publication.kind === 'off air') {
    return NO_TITLE;
  }
  const { artist, title } = publication.track;
  const text = isNamed(publication.track)
    ? fillTemplate(readLive(settings, 'radio.format'), publication)
    : readLive(settings, 'radio.hidden');
  return { text, artist, title };
}
