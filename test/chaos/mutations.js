/**
 * The program broken by hand, each time in one place: chaos must notice every one of them. `seed`: of a set of four minutes
 * on the on-air lights in which it matters.
 * @type {readonly { readonly name: string, readonly seed: number, readonly file: string, readonly replace: string, readonly by: string }[]}
 */
export const MUTATIONS = [
  {
    name: 'announce twice',
    seed: 20,
    file: 'src/show/pipeline/step.ts',
    replace: 'if (known === undefined) {',
    by: 'if (known !== current || known === undefined) {',
  },
  {
    name: 'leak a hidden name into the log',
    seed: 20,
    file: 'src/show/pipeline/step.ts',
    replace: 'const transition = { ...raw, track: cleanTrack(raw.track) };',
    by: "const transition = { ...raw, track: cleanTrack(raw.track) }; this.effects.push({ kind: 'log', level: 'info', message: 'a track comes', fields: { title: raw.track.title } });",
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
    file: 'src/show/pipeline/hidden-before.ts',
    replace: 'return hidden.size > 0 && allOf(known)',
    by: 'return hidden.size > 1_000 && allOf(known)',
  },
  {
    name: 'take no notice of the color of the deck on air',
    seed: 1,
    file: 'src/show/pipeline/step.ts',
    replace: 'if (play?.heardAs !== playId) {',
    by: 'if (play?.heardAs !== playId || play === currentPlay(this.state)) {',
  },
  {
    name: 'give the names of a hidden track back when it is over',
    seed: 210,
    file: 'src/show/pipeline/state.ts',
    replace: 'for (const identity of isHidden(play.judgement) ? play.judgement.identities : []) {',
    by: 'for (const identity of isHidden(play.judgement) && play.published === "nothing" ? play.judgement.identities : []) {',
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
