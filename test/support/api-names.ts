type Json = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * `post /api/v1/edit`, `post /api/v1/edit body artist`, `get /api/v1/now 200 track.title`: paths, request fields, and
 * response fields of 101 and 200.
 */
export function namesInApi(description: Json): ReadonlySet<string> {
  const names = new Set<string>();
  const at = (value: unknown, key: string): unknown => (value as Json | undefined)?.[key];
  const addFields = (schema: unknown, before: string, above: readonly unknown[]): void => {
    if (typeof schema !== 'object' || schema === null || above.includes(schema)) {
      return;
    }
    const { $ref, properties, items, additionalProperties, anyOf = [], allOf = [] } = schema as Json;
    const inner = [...above, schema];
    if (typeof $ref === 'string') {
      addFields(
        at(at(at(description, 'components'), 'schemas'), $ref.split('/').at(-1) ?? ''),
        before,
        inner,
      );
    }
    for (const [field, its] of Object.entries((properties ?? {}) as Json)) {
      names.add(`${before}${field}`);
      addFields(its, `${before}${field}.`, inner);
    }
    for (const part of [items, additionalProperties, ...(anyOf as []), ...(allOf as [])]) {
      addFields(part, before, inner);
    }
  };
  for (const [path, operations] of Object.entries(description.paths as Json)) {
    for (const method of METHODS) {
      const operation = at(operations, method);
      if (operation === undefined) {
        continue;
      }
      const place = `${method} ${path}`;
      names.add(place);
      for (const parameter of (at(operation, 'parameters') ?? []) as Json[]) {
        names.add(`${place} ${parameter.in} ${parameter.name}`);
      }
      const contents = [
        ['body', at(operation, 'requestBody')],
        ...['101', '200'].map((status) => [status, at(at(operation, 'responses'), status)] as const),
      ] as const;
      for (const [what, holder] of contents) {
        for (const { schema } of Object.values((at(holder, 'content') ?? {}) as Record<string, Json>)) {
          addFields(schema, `${place} ${what} `, []);
        }
      }
    }
  }
  return names;
}
