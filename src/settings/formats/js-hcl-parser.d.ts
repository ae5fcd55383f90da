/** HashiCorp's own HCL 1 reader, compiled to JavaScript, without types. */
declare module 'js-hcl-parser' {
  const parser: { parse(hcl: string): string };
  export = parser;
}
