import { StagelinqError } from '../errors.ts';

export function noFiles(): Promise<never> {
  return Promise.reject(new StagelinqError('no-services', 'the device offers no FileTransfer'));
}
