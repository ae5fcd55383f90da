import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';

export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, object>> }>>;
}

export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Method in lower case. */
export interface Place {
  readonly path: string;
  readonly method: string;
}

const ID = 'https://deckcast.example/openapi.json';

export class ApiAnswers {
  readonly description: ApiDescription;
  readonly problems: string[] = [];
  readonly #met = new Set<string>();
  // Compiles shared schemas once.
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false });

  constructor(description: ApiDescription) {
    this.description = description;
    this.#ajv.addSchema({ $id: ID, ...(closed(description) as object) } as AnySchema);
  }

  get places(): readonly Place[] {
    return Object.entries(this.description.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => ({ path, method })),
    );
  }

  /** `get /api/v1/now 200`, never seen. */
  unmet(): readonly string[] {
    return this.places.flatMap(({ path, method }) =>
      Object.keys(this.description.paths[path]?.[method]?.responses ?? {})
        .map((status) => `${method} ${path} ${status}`)
        .filter((answer) => !answer.endsWith('default') && !this.#met.has(answer)),
    );
  }

  /** Uses the status's description, or `default`. */
  async check({ path, method }: Place, response: Response): Promise<void> {
    const responses = this.description.paths[path]?.[method]?.responses ?? {};
    const status = String(response.status) in responses ? String(response.status) : 'default';
    const answer = `${method} ${path} ${response.status}`;
    this.#met.add(answer);
    const type = response.headers.get('content-type')?.split(';')[0] ?? 'none';
    const text = await response.text();
    const described = responses[status]?.content[type];
    if (described === undefined) {
      this.problems.push(`${answer}: ${type} is not described: ${text}`);
    } else if ('schema' in described) {
      const pointer = ['paths', path, method, 'responses', status, 'content', type, 'schema'];
      this.#hold(answer, pointer, JSON.parse(text));
    }
  }

  checkMessages(path: string, messages: readonly unknown[]): void {
    const answer = `get ${path} 101`;
    this.#met.add(answer);
    const pointer = ['paths', path, 'get', 'responses', '101', 'content', 'application/json', 'schema'];
    for (const message of messages) {
      this.#hold(answer, pointer, message);
    }
  }

  allows(pointer: readonly string[], value: unknown): boolean {
    return this.#validator(pointer)(value);
  }

  #hold(answer: string, pointer: readonly string[], value: unknown): void {
    const validate = this.#validator(pointer);
    if (!validate(value)) {
      const wrong = (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      );
      this.problems.push(`${answer}: ${wrong.join('; ')}: ${JSON.stringify(value)}`);
    }
  }

  #validator(pointer: readonly string[]): ValidateFunction {
    const names = pointer.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1')));
    const reference = `${ID}#/${names.join('/')}`;
    return this.#ajv.getSchema(reference) ?? this.#ajv.compile({ $ref: reference });
  }
}

/** Makes unknown keys errors, which clients ignore. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(closed);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const inner = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]));
  return 'properties' in value && 'type' in value && !('additionalProperties' in value)
    ? { ...inner, additionalProperties: false }
    : inner;
}
