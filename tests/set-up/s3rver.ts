/**
 * The npm program s3rver, started on a free loopback port with its own folder. It checks signatures, and ignores conditions and checksums.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNode } from '../servers/program.ts';

export interface StartedS3 {
  /** `s3://…`, with a prefix. */
  readonly url: string;
  /** The values of the standard variables. */
  readonly env: Readonly<Record<string, string>>;
  /** The folder in which the server keeps its objects. */
  readonly folder: string;
  readonly port: number;
  stop(): Promise<void>;
}

export async function startS3rver(): Promise<StartedS3> {
  const folder = mkdtempSync(join(tmpdir(), 'custody-s3rver-'));
  const cli = createRequire(import.meta.url).resolve('@20minutes/s3rver/lib/cli.js');
  const start = `require(${JSON.stringify(cli)}).parse(process.argv)`;
  const options = ['--silent', '--directory', folder, '--address', '127.0.0.1', '--port', '0', '--no-vhost-buckets'];
  const program = await startNode(['-e', start, 's3rver', ...options, '--configure-bucket', 'evidence']);
  return {
    url: 's3://evidence/store',
    env: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER', AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${program.port}` },
    folder,
    port: program.port,
    stop: async () => {
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
