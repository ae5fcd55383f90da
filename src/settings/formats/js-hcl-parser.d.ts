/** HashiCorp's own HCL 1 reader, compiled to JavaScript; it comes without types. */
declare module 'js-hcl-parser' {
  /** Returns JSON text; throws on a syntax error. */
  const parser: { parse(hcl: string): string };
  export = parser;
}
