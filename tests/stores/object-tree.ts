/** What the tests of objects share: objects put under any key, trees over a started server, and tools that reach it. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { expect, onTestFinished } from 'vitest';
import type { PathRange } from '#core/path-range';
import { openS3Tree } from '#store/s3/tree/open';
import type { ListedObject, ObjectTree } from '#store/tree/tree';
import type { StartedS3 } from '../set-up/s3rver.ts';

type Server = Pick<StartedS3, 'env'>;

/** `place` is the bucket and the key: `evidence/2025/a b.csv`. */
export async function putObject({ env }: Server, place: string, bytes: Uint8Array): Promise<void> {
  const client = new AwsClient({
    accessKeyId: env['AWS_ACCESS_KEY_ID'] as string,
    secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] as string,
    service: 's3',
    region: 'us-east-1',
  });
  const sha256 = createHash('sha256').update(bytes).digest();
  const headers = { 'x-amz-content-sha256': sha256.toString('hex'), 'x-amz-checksum-sha256': sha256.toString('base64') };
  const url = `${env['AWS_ENDPOINT_URL_S3']}/${place.split('/').map(encodeURIComponent).join('/')}`;
  expect((await client.fetch(url, { method: 'PUT', body: Buffer.from(bytes), headers })).status).toBe(200);
}

/** Puts every file of a folder under the place. */
export async function putFolder(server: Server, place: string, folder: string): Promise<void> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    await putObject(server, `${place}/${file.slice(folder.length + 1)}`, readFileSync(file));
  }
}

/** No test waits for a pause. Closed at the end of the test. */
export function openTree(server: Server, url: string, jobs = 4): ObjectTree {
  const impatient = { pause: () => Promise.resolve() };
  const tree = openS3Tree(url, { env: server.env, home: '/nonexistent', plainHttp: false, retryPolicy: impatient, jobs });
  onTestFinished(() => tree.close());
  return tree;
}

export async function listed(tree: ObjectTree, range?: PathRange): Promise<readonly ListedObject[]> {
  const all: ListedObject[] = [];
  for await (const page of tree.list(range)) all.push(...page);
  return all;
}
