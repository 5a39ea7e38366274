/** Why `replay` refuses. A fault in a bundle is not a refusal: it is reported in the result, with the exit code that the specification gives it. */
import type { RefusalRow } from '#core/refusal';

export const replayRefusals: readonly RefusalRow[] = [
  { code: 'E_IO', message: 'The file named by --output cannot be written', action: 'fix_input', next: ['looks', 'writes new'] },
];
