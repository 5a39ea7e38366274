/**
 * A process that puts one file into an S3 store, for tests that kill it:
 *
 *     node putter.mjs '{"url":"s3://evidence/store","env":{…},"blob":{"file":"/tmp/x","digest":"sha256:…","size":41},"maxSinglePut":20971520}'
 */
import { openS3Store } from '#store/s3/store';
import type { BlobFile } from '#store/store';

interface Order {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  readonly blob: BlobFile;
  readonly maxSinglePut: number;
}

const { url, env, blob, maxSinglePut } = JSON.parse(process.argv[2] ?? '{}') as Order;
const store = openS3Store(url, { env, home: '/nonexistent', plainHttp: false, maxSinglePut });
await store.put(blob);
store.close();
