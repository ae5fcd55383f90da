import { defineOptions } from '../../core/option.ts';
import { addressOrNone } from '../../settings/kinds.ts';

export const metricsOptions = defineOptions('Sinks', {
  'metrics.addr': {
    kind: addressOrNone,
    default: undefined,
    help: 'where to serve /metrics to your own monitoring (Prometheus), such as 127.0.0.1:9091; empty disables it',
  },
});
