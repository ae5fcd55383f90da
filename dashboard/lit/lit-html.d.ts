/** The part of lit-html that the pages use. Its own types come with the package, which is not installed. */
export interface TemplateResult {
  readonly strings: TemplateStringsArray;
  readonly values: unknown[];
}
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export function svg(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export function render(value: unknown, container: Element | DocumentFragment): unknown;
export const nothing: unique symbol;
/** Keeps the elements of an item while its key stays. */
export function repeat<Item>(
  items: Iterable<Item>,
  keyOf: (item: Item, index: number) => unknown,
  template: (item: Item, index: number) => unknown,
): unknown;
/** Compares with the element's present value instead of the one last rendered. */
export function live(value: unknown): unknown;
