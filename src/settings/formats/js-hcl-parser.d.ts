/** HashiCorp's HCL 1 reader, compiled to JavaScript. */
declare module 'js-hcl-parser' {
  const parser: { parse(hcl: string): string };
  export = parser;
}
