import type { Part } from '../../core/contracts.ts';
import { defineOptions } from '../../core/option.ts';
import type { HttpSource } from './source.ts';

const options = defineOptions({});

/** Any program that posts tracks to the HTTP listener. */
export const http: Part<typeof options, HttpSource> = {
  name: 'http',
  options,
  async create(_settings, tools) {
    const { HttpSource } = await import('./source.ts');
    return new HttpSource(tools);
  },
};
