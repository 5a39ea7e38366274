/** `--algorithm`, in any letter case. */
import { ALGORITHMS, isAlgorithm } from '#core/digest';
import type { Algorithm } from '#core/ports';
import { badInput } from '#stream/refusals';
import type { Invocation } from './command.ts';

export function parseAlgorithm({ value }: Invocation): Algorithm {
  const typed = value('--algorithm') ?? 'sha256';
  const name = typed.toLowerCase();
  if (isAlgorithm(name)) return name;
  throw badInput({ algorithm: typed, error: `Invalid algorithm '${typed}'. Expected one of: ${ALGORITHMS.join(', ')}` });
}
