/** One failed attempt: the refusal if it was the last one, and whether another attempt may succeed. */
import { Refusal } from '#core/refusal';

export interface RetryAdvice {
  readonly isTemporary: boolean;
  /** How long the server asked to wait. */
  readonly waitMs?: number | undefined;
}

export class FailedAttempt extends Error {
  override readonly name = 'FailedAttempt';
  readonly isTemporary: boolean;
  readonly waitMs: number | undefined;
  readonly #refusal: (message: string) => Refusal;

  /** `refusal` receives the text to add to the message: the number of attempts. */
  constructor(refusal: (message: string) => Refusal, { isTemporary, waitMs }: RetryAdvice) {
    super(refusal('').message);
    this.isTemporary = isTemporary;
    this.waitMs = waitMs;
    this.#refusal = refusal;
  }

  /** A fault that another attempt may not meet again, a later run may not meet either: the refusal says that it may pass. */
  refusal(attempts: number): Refusal {
    const { code, message, detail, nextCommand, mayPass } = this.#refusal(attempts > 1 ? `${attempts} attempts` : '');
    return new Refusal(code, message, detail, nextCommand, mayPass || this.isTemporary);
  }
}
