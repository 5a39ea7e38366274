/**
 * Validates the algorithm that a caller names: a hash must never have the label of another algorithm, also where no compiler checks the
 * types.
 */
import { ALGORITHMS, isAlgorithm } from '#core/digest';
import type { Algorithm } from '#core/ports';
import { badInput } from '#stream/refusals';

/** The default is SHA-256; refuses as `--algorithm` does. */
export function knownAlgorithm(named: Algorithm = 'sha256'): Algorithm {
  if (isAlgorithm(named)) return named;
  const algorithm = String(named);
  throw badInput({ algorithm, error: `Invalid algorithm '${algorithm}'. Expected one of: ${ALGORITHMS.join(', ')}` });
}
