/** Every kind of store that the commands are tried with: a folder, and real servers that the tests start. */
import { startReferrersRegistry } from '../servers/referrers-registry.ts';
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

/** A registry of OCI 1.1, which lists referrers itself. */
async function startNewRegistry(): Promise<StorePlace> {
  const registry = await startRegistry();
  const { host, stop } = await startReferrersRegistry(registry.origin, { pageSize: 3 });
  return {
    url: `oci://${host}/evidence`,
    folder: registry.folder,
    stop: async () => {
      await stop();
      await registry.stop();
    },
  };
}

/** Where the way of seals differs. */
export const sealPlaces: Readonly<Record<string, () => Promise<StorePlace>>> =
  noRegistry === undefined ? { 'a registry that lists referrers': startNewRegistry } : {};

export const storePlaces: Readonly<Record<string, () => Promise<StorePlace>>> = {
  'a folder': async () => ({ url: 'file:store' }),
  ...(noRegistry === undefined ? { 'a registry': startRegistry } : {}),
  s3rver: startS3rver,
  'the strict S3 server': () => startStrictS3(),
};
