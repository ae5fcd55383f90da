/** Who hides a track: the operator, a rule of the settings (`hide.…`), or its source (the deck's color). */
export type HiddenBy = 'operator' | 'rule' | 'source';
