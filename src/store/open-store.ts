/**
 * Opens the store of a URL, by its scheme. Code that uses a network is loaded only when it is needed.
 *
 *     file:/srv/evidence      oci://registry.example.org/evidence      s3://evidence/packs
 */
import { Refusal } from '#core/refusal';
import type { DiskUse } from './folder/copy.ts';
import { openFolderStore } from './folder/store.ts';
import { parseFileUrl } from './folder/url.ts';
import type { OciOptions } from './oci/connection.ts';
import { inParallel } from './parallel-store.ts';
import type { RemoteStore, Store } from './store.ts';

export interface StoreOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Makes the path of a `file:` store absolute. */
  readonly resolve: (path: string) => string;
  /** The home folder, in which credentials of other tools are searched. */
  readonly home: string;
  /** The number of blobs that are sent or fetched at the same time. */
  readonly jobs?: number | undefined;
  readonly plainHttp: boolean;
  /** Additional certificate authorities to trust; an absolute path. */
  readonly caFile?: string | undefined;
  /** How a folder store uses the disk. */
  readonly disk: DiskUse;
  /** The command line with another store, for a refusal. */
  readonly command: (store: string) => string;
}

const JOBS = 8;
const STORES = 'a store is named file:, oci:// or s3://';
const schemes = ['file', 'oci', 's3'];

export async function openStore(url: string, options: StoreOptions): Promise<Store> {
  const { env, resolve, home, jobs = JOBS, plainHttp, caFile, disk } = options;
  const network = { env, home, plainHttp, caFile };
  switch (/^([A-Za-z][A-Za-z0-9+.-]*):/.exec(url)?.[1]?.toLowerCase()) {
    case 'file':
      return openFolderStore({ url, root: parseFileUrl(url, resolve) }, disk);
    case 'oci':
      return inParallel(await openRegistry(url, network), jobs);
    case 's3':
      return inParallel((await import('./s3/store.ts')).openS3Store(url, network), jobs);
    case undefined:
      throw noScheme(url, options);
    default:
      // The URL is not repeated: it may be user:password@host.
      throw new Refusal('E_IO', `${STORES}, and this one is none of them`, { schemes }, 'pack push --help');
  }
}

async function openRegistry(url: string, network: OciOptions): Promise<RemoteStore> {
  const [{ openOciStore }, { withProbedTls }] = await Promise.all([import('./oci/store.ts'), import('./oci/connection.ts')]);
  return openOciStore(url, await withProbedTls(url, network));
}

/** A path without a scheme: a folder is meant, and `file:` makes that clear. */
function noScheme(path: string, { command }: StoreOptions): Refusal {
  return new Refusal('E_IO', `${STORES}, and this one has no scheme`, { store: path, schemes }, command(`file:${path}`));
}
