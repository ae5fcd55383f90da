import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, type Measurement, percentile } from './measure.ts';
import { startDeckcast } from './peer.ts';

const DECKCAST = 29_098;
const STATION = 29_099;
const WARM_UP = 10;
const SAMPLES = 50;
/** Twice in each round: tracks that come faster than one a second wait. */
const REST_MS = 600;

/** How long a title takes from the track to its station, beside a request that goes there without a program between. */
export const radio: Measurement = {
  name: 'radio',
  async run(): Promise<readonly Figure[]> {
    /** Called with each title that arrives. */
    let onTitle: (title: string) => void = () => undefined;
    const station = createServer((request: IncomingMessage, response) => {
      onTitle(new URL(request.url ?? '', 'http://station').searchParams.get('song') ?? '');
      response.end('<iceresponse><return>1</return></iceresponse>');
    });
    await new Promise<void>((resolve) => {
      station.listen(STATION, '127.0.0.1', resolve);
    });
    const deckcast = await startDeckcast(
      [
        'start',
        '--source=http',
        `--http.addr=127.0.0.1:${DECKCAST}`,
        '--session.filename=',
        `--radio.url=icecast://source:password@127.0.0.1:${STATION}/live`,
        '--radio.format=$SONG$',
        '--radio.delay=0s',
      ],
      'overlay ready',
    );
    const sample = async (title: string, send: () => Promise<Response>): Promise<number> => {
      const sentAt = performance.now();
      const arrived = new Promise<number>((resolve) => {
        onTitle = (found) => found === title && resolve(performance.now() - sentAt);
      });
      const [ms, answer] = await Promise.all([arrived, send()]);
      await answer.arrayBuffer();
      await sleep(REST_MS);
      return ms;
    };
    const ours: number[] = [];
    const bare: number[] = [];
    try {
      for (let round = 0; round < WARM_UP + SAMPLES; round += 1) {
        const isCounted = round >= WARM_UP;
        const through = await sample(`Track ${round}`, () =>
          fetch(`http://127.0.0.1:${DECKCAST}/api/v1/track`, {
            method: 'POST',
            body: JSON.stringify({ artist: 'Nightjar Avenue', title: `Track ${round}` }),
          }),
        );
        const direct = await sample(`Bare ${round}`, () =>
          fetch(`http://127.0.0.1:${STATION}/admin/metadata?mode=updinfo&mount=/live&song=Bare%20${round}`),
        );
        if (isCounted) {
          ours.push(through);
          bare.push(direct);
        }
      }
    } finally {
      await deckcast.stop();
      station.close();
      station.closeAllConnections();
    }
    const figure = (which: string, share: number): Figure => ({
      what: `posted track to the title at its radio station, ${which}`,
      unit: 'ms',
      ours: percentile(ours, share),
      against: 'bare request to the station',
      theirs: percentile(bare, share),
    });
    return [figure('median', 0.5), figure('99th percentile', 0.99)];
  },
};
