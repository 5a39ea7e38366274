/** Our own strict S3 server (tests/servers/strict-s3.ts) as a process, on a free loopback port with its own folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from '../servers/program.ts';
import type { StrictOptions } from '../servers/strict-s3.ts';
import type { StartedS3 } from './s3rver.ts';

export const STRICT_ID = 'AKIASTRICTSERVER';
export const STRICT_SECRET = 'strict/secret+key%20that=must&never#appear';

export async function startStrictS3(chosen: Partial<StrictOptions> = {}): Promise<StartedS3> {
  const folder = mkdtempSync(join(tmpdir(), 'custody-strict-s3-'));
  const options: StrictOptions = { folder, buckets: ['evidence'], keys: { [STRICT_ID]: { secret: STRICT_SECRET } }, ...chosen };
  const program = await startProgram(join(import.meta.dirname, '..', 'servers', 'strict-s3.ts'), [JSON.stringify(options)]);
  return {
    url: 's3://evidence/store',
    env: {
      AWS_ACCESS_KEY_ID: STRICT_ID,
      AWS_SECRET_ACCESS_KEY: STRICT_SECRET,
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${program.port}`,
    },
    folder,
    port: program.port,
    stop: async () => {
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
