/** The hardware that can be simulated, by the software name it announces. */

export type Role = 'all-in-one' | 'player' | 'mixer';

export interface Model {
  /** What a person calls it. */
  readonly called: string;
  /** The device name it announces. */
  readonly name: string;
  readonly role: Role;
  readonly decks: number;
  readonly version: string;
  /** Two analysis workers announce themselves beside every player, with its name and tokens of their own. */
  readonly analyzers: boolean;
  /** Sends a reference right after its list of services, by which a client can tell that the list is complete. */
  readonly endsListWithReference: boolean;
  /** Milliseconds between two references on the main connection. */
  readonly referenceEveryMs: number;
}

const ALL_IN_ONE = {
  role: 'all-in-one',
  version: '4.3.0',
  analyzers: true,
  endsListWithReference: true,
  referenceEveryMs: 5_000,
} as const;

const PLAYER = {
  role: 'player',
  version: '4.3.0',
  decks: 2,
  analyzers: true,
  endsListWithReference: false,
  referenceEveryMs: 5_000,
} as const;

const MIXER = {
  role: 'mixer',
  version: '1.00',
  decks: 0,
  analyzers: false,
  endsListWithReference: false,
  referenceEveryMs: 1_500,
} as const;

/** By software name. Where it ends without a reference, a client must notice that the list has gone quiet. */
export const MODELS: ReadonlyMap<string, Model> = new Map<string, Model>([
  ['JC11', { ...ALL_IN_ONE, called: 'Prime 4', name: 'prime4', decks: 4 }],
  ['JC16', { ...ALL_IN_ONE, called: 'Prime 2', name: 'prime2', decks: 2 }],
  ['JP11', { ...ALL_IN_ONE, called: 'Prime Go', name: 'primego', decks: 2 }],
  ['JP21', { ...ALL_IN_ONE, called: 'SC Live 4', name: 'sclive4', decks: 4 }],
  ['JP07', { ...PLAYER, called: 'SC5000', name: 'sc5000' }],
  ['JP13', { ...PLAYER, called: 'SC6000', name: 'sc6000' }],
  ['JP14', { ...PLAYER, called: 'SC6000M', name: 'sc6000m' }],
  ['JM08', { ...MIXER, called: 'X1800 or X1850', name: 'DN-X1800Prime' }],
]);
