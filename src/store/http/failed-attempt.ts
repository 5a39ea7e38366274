/** One attempt that came to nothing: what it will be refused with if it was the last, and whether another may end differently. */
import type { Refusal } from '#core/refusal';

export interface Prospect {
  readonly mayPass: boolean;
  /** How long the server asked to be left alone. */
  readonly waitMs?: number | undefined;
}

export class FailedAttempt extends Error {
  override readonly name = 'FailedAttempt';
  readonly mayPass: boolean;
  readonly waitMs: number | undefined;
  readonly #refusal: (message: string) => Refusal;

  /** `refusal` is handed what to add to the message: how often it was tried. */
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
