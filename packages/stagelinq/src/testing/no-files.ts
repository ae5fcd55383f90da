import { StagelinqError } from '../errors.ts';

/** Stands for the files of a device without any. */
export function noFiles(): Promise<never> {
  return Promise.reject(new StagelinqError('no-services', 'the device offers no FileTransfer'));
}
