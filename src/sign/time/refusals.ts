/** Why there is no timestamp. */
import { Refusal } from '#core/refusal';

/** `status` is what the authority says, `rejected: the policy is not supported`. */
export function refusedByAuthority(url: string, status: string): Refusal {
  return new Refusal('E_TSA_REFUSED', `${url} gave no timestamp: ${status}`, { url, status });
}

export function badAnswer(url: string, error: string): Refusal {
  return new Refusal('E_TSA_ANSWER', `${url} sent no timestamp for this request: ${error}`, { url, error });
}
