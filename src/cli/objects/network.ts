/**
 * How a command reaches stores and the objects below a URL: by the environment, and by `--plain-http` and `--ca-file`.
 *
 *     const tree = await openTreeFor(invocation, 's3://evidence/2025');
 */
import { homedir } from 'node:os';
import type { ObjectTree } from '#store/tree/tree';
import type { Invocation } from '../command.ts';

export interface Network {
  readonly env: Invocation['context']['env'];
  readonly home: string;
  readonly plainHttp: boolean;
  readonly caFile: string | undefined;
}

export function networkOf({ context: { env }, has, value, resolve }: Invocation): Network {
  const caFile = value('--ca-file');
  return {
    env,
    home: env['HOME'] ?? homedir(),
    plainHttp: has('--plain-http'),
    caFile: caFile === undefined ? undefined : resolve(caFile),
  };
}

/** The code of stores is loaded only here. The caller closes the tree. */
export async function openTreeFor(invocation: Invocation, url: string): Promise<ObjectTree> {
  const { openS3Tree } = await import('#store/s3/tree/open');
  return openS3Tree(url, { ...networkOf(invocation), jobs: invocation.integer('--jobs', 0) });
}
