/**
 * Texts of an object for pages in other languages, beside the English ones: by field, the id of its text in the
 * catalogue (`/texts/de.json`) and the values for the placeholders. Absent for fields that are plain data.
 */
export interface Translatable {
  readonly said?: Readonly<Record<string, WireText>>;
}

export interface WireText {
  readonly id: string;
  readonly params: Readonly<Record<string, WireValue>>;
}

/** Lists do not nest: a type that lists itself compiles here, but not as the client's type that is made of the API. */
export type WireValue = WireItem | readonly WireItem[];

/** `option` and `part` name a setting, and a source or sink, which pages call by their titles. */
export type WireItem = string | number | WireText | { readonly option: string } | { readonly part: string };
