/** `--algorithm`, in any letter case. */
import { ALGORITHMS, isAlgorithm } from '#core/digest';
import type { Algorithm } from '#core/ports';
import { badAlgorithm } from '#stream/refusals';
import type { Invocation } from './command.ts';

export function parseAlgorithm({ value }: Invocation): Algorithm {
  const typed = value('--algorithm') ?? 'sha256';
  const name = typed.toLowerCase();
  if (isAlgorithm(name)) return name;
  throw badAlgorithm(typed, ALGORITHMS);
}
