/** Why `replay` refuses. A fault in a bundle is not a refusal: it is reported in the result, with the exit code that the specification gives it. */
import { type RefusalRow, row } from '#core/refusal';

export const replayRefusals: readonly RefusalRow[] = [
  row('E_IO', 'The file named by --output cannot be written', 'fix_input', 'looks', 'writes new'),
];
