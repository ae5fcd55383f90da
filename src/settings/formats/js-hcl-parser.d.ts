/** HashiCorp's own HCL 1 reader, compiled to JavaScript, without types. */
declare module 'js-hcl-parser' {
  /** Returns JSON; throws on a syntax error. */
  const parser: { parse(hcl: string): string };
  export = parser;
}
