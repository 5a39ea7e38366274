/** Why there is no timestamp: the table, and one function for each row. */
import { Refusal, type RefusalRow, row } from '#core/refusal';
import { listParentCommand, shellPath } from '#core/shell-words';

export const timestampRefusals: readonly RefusalRow[] = [
  row('E_TSA_REFUSED', 'The timestamp authority rejected the request, or has no answer yet', 'retry'),
  row('E_TSA_ANSWER', 'The timestamp authority sent something else than a timestamp for this request', 'escalate'),
  row('E_NO_SEAL', 'There is neither a seal to be timestamped nor a file of its own', 'fix_input', 'looks'),
];

/** `status` is what the authority says, `rejected: the policy is not supported`. */
export function refusedByAuthority(url: string, status: string): Refusal {
  return new Refusal('E_TSA_REFUSED', `${url} gave no timestamp: ${status}`, { url, status });
}

export function badAnswer(url: string, error: string): Refusal {
  return new Refusal('E_TSA_ANSWER', `${url} sent no timestamp for this request: ${error}`, { url, error });
}

export function noSeal(path: string, reason: string): Refusal {
  return new Refusal('E_NO_SEAL', `cannot timestamp ${path}: ${reason}`, { path, reason }, listParentCommand(path));
}

export function hasTimestamp(path: string): Refusal {
  const message = `${path} is there already, and a timestamp is not replaced: a second one can be made when the first has another name`;
  return new Refusal('E_EXISTS', message, { path }, `ls -l ${shellPath(path)}`);
}
