/** Why `replay` refuses. What is wrong with a bundle is no refusal: it is said in the result, with the exit that the document gives it. */
import type { RefusalRow } from '#core/refusal';

export const replayRefusals: readonly RefusalRow[] = [
  { code: 'E_IO', message: 'The file named by --output cannot be written', action: 'fix_input', next: ['looks', 'writes new'] },
];
