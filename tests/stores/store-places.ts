/** Every kind of store that the commands are tried with: a folder, and real servers that the tests start. */
import { noRegistry, startRegistry } from '../set-up/registry.ts';
import { startS3rver } from '../set-up/s3rver.ts';
import { startStrictS3 } from '../set-up/strict-s3.ts';

export interface StorePlace {
  readonly url: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Of a server that keeps its files on this machine. */
  readonly folder?: string;
  readonly stop?: () => Promise<void>;
}

export const storePlaces: Readonly<Record<string, () => Promise<StorePlace>>> = {
  'a folder': async () => ({ url: 'file:store' }),
  ...(noRegistry === undefined ? { 'a registry': startRegistry } : {}),
  s3rver: startS3rver,
  'the strict S3 server': () => startStrictS3(),
};
