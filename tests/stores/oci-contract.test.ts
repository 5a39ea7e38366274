import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { openOciStore } from '#store/oci/store';
import { inParallel } from '#store/parallel-store';
import { noRegistry, startRegistry } from '../set-up/registry.ts';
import { storeContract } from './contract.ts';

describe.skipIf(noRegistry !== undefined)(`every store${noRegistry === undefined ? '' : ` (skipped: ${noRegistry})`}`, () => {
  storeContract('a registry', async () => {
    const registry = await startRegistry();
    const store = inParallel(
      openOciStore(registry.url, { env: {}, home: registry.folder, plainHttp: false, retryPolicy: { pause: async () => {} } }),
      8,
    );
    return {
      store,
      close: () => registry.stop(),
      tamper: (digest, bytes) => writeFileSync(blobFile(registry.folder, digest), bytes),
    };
  });
});

/** `…/blobs/sha256/7c/7c1f…/data` */
function blobFile(folder: string, digest: string): string {
  const end = join(digest.slice('sha256:'.length), 'data');
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith(end));
  if (found === undefined) throw new Error(`the registry has no file for ${digest}`);
  return join(folder, found);
}
