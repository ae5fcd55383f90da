import { StagelinqError } from '../errors.ts';

/** The files of a device that offers none. */
export function noFiles(): Promise<never> {
  return Promise.reject(new StagelinqError('no-services', 'the device offers no FileTransfer'));
}
