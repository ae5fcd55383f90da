/**
 * Who hides a track: the operator, its own entry in `--hide.tracks`, as *Hide next time* writes it, another rule of the
 * settings (`hide.…`), or its source (the deck's color).
 */
export type HiddenBy = 'operator' | 'listed' | 'rule' | 'source';
