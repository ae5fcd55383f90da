import { defineOptions } from '../../core/option.ts';
import { addressOrNone } from '../../settings/kinds.ts';

export const metricsOptions = defineOptions('Sinks', {
  'metrics.addr': {
    kind: addressOrNone,
    default: undefined,
    help: 'address that serves /metrics to your monitoring (Prometheus), such as 127.0.0.1:9091; empty disables it',
  },
});
