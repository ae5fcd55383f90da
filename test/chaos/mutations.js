/**
 * The program broken by hand, each time in one place: chaos must notice every one of them. `seed`: of a set of four minutes
 * on the on-air lights in which it matters.
 * @type {readonly { readonly name: string, readonly seed: number, readonly file: string, readonly replace: string, readonly by: string }[]}
 */
export const MUTATIONS = [
  {
    name: 'announce twice',
    seed: 20,
    file: 'src/show/pipeline/index.ts',
    replace: 'if (known !== undefined) {',
    by: 'if (known !== undefined && known === current) {',
  },
  {
    name: 'leak a hidden name into the log',
    seed: 20,
    file: 'src/show/pipeline/index.ts',
    replace: 'const transition = { ...raw, track: cleanTrack(raw.track) };',
    by: "const transition = { ...raw, track: cleanTrack(raw.track) }; log.info('a track comes', { title: raw.track.title });",
  },
  {
    name: 'lose an entry at a restart',
    seed: 20,
    file: 'src/sets/store.ts',
    replace: 'FROM track WHERE session = ? ORDER BY position`',
    by: 'FROM track WHERE session = ? ORDER BY position LIMIT 3`',
  },
  {
    name: 'forget at a restart what the operator hid',
    seed: 264,
    file: 'src/sets/earlier-set.ts',
    replace: 'hidden.filter(({ byHand }) => byHand)',
    by: 'hidden.filter(() => false)',
  },
  {
    name: 'take no notice of the color of the deck on air',
    seed: 1,
    file: 'src/show/pipeline/index.ts',
    replace: 'if (play === current && !hidden && hold.held !== undefined) {',
    by: 'if (play === undefined) {',
  },
  {
    name: 'give the names of a hidden track back when it is over',
    seed: 210,
    file: 'src/show/pipeline/index.ts',
    replace: 'const hidden = [...plays.values()].filter(({ judgement }) => judgement.hidden);',
    by: 'const hidden = [...plays.values()].filter((play) => play.judgement.hidden && play === current);',
  },
  {
    name: 'publish the wrong deck',
    seed: 20,
    file: 'src/decks/detection/algorithms/volume.ts',
    replace: '{ leader: loudest.deck }',
    by: '{ leader: (playing.find((other) => other !== loudest) ?? loudest).deck }',
  },
  {
    name: 'corrupt a CUE sheet',
    seed: 20,
    file: 'src/sets/formats/cue.ts',
    replace: 'const FRAMES_A_SECOND = 75;',
    by: 'const FRAMES_A_SECOND = 100;',
  },
];
