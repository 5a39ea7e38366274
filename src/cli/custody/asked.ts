/** What every command of the front door asks for: nothing is judged unless the command says so, and stores are reached as its options say. */
import { type Asked, ONLY_READ } from '#evidence/ops/asked';
import type { Invocation } from '../command.ts';

export function askedBy({ value, has, resolve, context }: Invocation): Asked {
  const caFile = value('--ca-file');
  return {
    ...ONLY_READ,
    env: context.env,
    cwd: context.cwd,
    plainHttp: has('--plain-http'),
    caFile: caFile === undefined ? undefined : resolve(caFile),
  };
}
