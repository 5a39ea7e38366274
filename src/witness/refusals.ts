/** Why the witness ledger could not be judged. */
import type { RefusalRow } from '#core/refusal';

export const witnessRefusals: readonly RefusalRow[] = [
  { code: 'E_IO', message: 'Witness ledger cannot be read', action: 'escalate', next: [] },
];
