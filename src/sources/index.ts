/** Every source there is. A new one is its file, its test and its line here. */
import { mediacontrol } from './mediacontrol/index.ts';
import { mediacontroltcp } from './mediacontroltcp/index.ts';
import { softa } from './softa/index.ts';

export const sourceParts = [softa, mediacontrol, mediacontroltcp] as const;
