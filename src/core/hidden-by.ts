/**
 * Why a track must not be shown: the operator hid it, a rule of the settings (`hide.…`) matches, or its source says so
 * (the color of its deck).
 */
export type HiddenBy = 'operator' | 'rule' | 'source';
