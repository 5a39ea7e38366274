/** One failed attempt: the refusal if it was the last one, and whether another attempt may succeed. */
import type { Refusal } from '#core/refusal';

export interface Prospect {
  readonly mayPass: boolean;
  /** How long the server asked to wait. */
  readonly waitMs?: number | undefined;
}

export class FailedAttempt extends Error {
  override readonly name = 'FailedAttempt';
  readonly mayPass: boolean;
  readonly waitMs: number | undefined;
  readonly #refusal: (message: string) => Refusal;

  /** `refusal` receives the text to add to the message: the number of attempts. */
  constructor(refusal: (message: string) => Refusal, { mayPass, waitMs }: Prospect) {
    super(refusal('').message);
    this.mayPass = mayPass;
    this.waitMs = waitMs;
    this.#refusal = refusal;
  }

  refusal(attempts: number): Refusal {
    return this.#refusal(attempts > 1 ? `${attempts} attempts` : '');
  }
}
