/**
 * The one way to test a refusal, of a function or of a promise:
 *
 *     expect(() => judgeLockfile(bytes)).toRefuse('E_BAD_LOCK', { path: 'a.lock' });
 *     await expect(pushPack('', { store })).toRefuse('E_BAD_PACK', {}, 'cannot read');
 *
 * The detail may have more fields than are expected, as with `toMatchObject`. A message given as text is a part of the whole message. A
 * test of the next command, or of every field, gets the refusal itself from `refusalOf`.
 */
import { expect } from 'vitest';
import { Refusal } from '#core/refusal';

type Message = string | RegExp | { asymmetricMatch(text: string): boolean };
type Ended = { readonly error: unknown } | 'nothing was refused';
type ResultOf<T> = T extends () => infer Result ? Result : T;

declare module 'vitest' {
  interface Matchers<T> {
    toRefuse(
      code: string,
      detail?: object,
      message?: Message,
    ): [ResultOf<T>] extends [never] ? void : ResultOf<T> extends Promise<unknown> ? Promise<void> : void;
  }
}

function endOf(act: unknown): Ended | Promise<Ended> {
  try {
    const result: unknown = typeof act === 'function' ? act() : act;
    if (!(result instanceof Promise)) return 'nothing was refused';
    return result.then(
      () => 'nothing was refused',
      (error: unknown) => ({ error }),
    );
  } catch (error) {
    return { error };
  }
}

function refusalIn(ended: Ended): Refusal {
  if (ended === 'nothing was refused') throw new Error(ended);
  if (ended.error instanceof Refusal) return ended.error;
  throw ended.error;
}

export function refusalOf(act: Promise<unknown>): Promise<Refusal>;
export function refusalOf(act: () => unknown): Refusal;
export function refusalOf(act: unknown): Refusal | Promise<Refusal> {
  const ended = endOf(act);
  return ended instanceof Promise ? ended.then(refusalIn) : refusalIn(ended);
}

/** All texts of a refusal in one string. */
export function refusalTexts({ code, message, detail, nextCommand, stack }: Refusal): string {
  return JSON.stringify([code, message, detail, nextCommand, stack]);
}

function expectedMessage(message: Message | undefined): unknown {
  if (message === undefined) return expect.any(String);
  if (typeof message === 'string') return expect.stringContaining(message);
  return message instanceof RegExp ? expect.stringMatching(message) : message;
}

expect.extend({
  toRefuse(act: unknown, code: string, detail: object = {}, message?: Message) {
    const wanted = { code, message: expectedMessage(message), detail };
    const judge = (ended: Ended) => {
      if (typeof ended === 'string') return { pass: false, message: () => `expected the refusal ${code}, but ${ended}` };
      if (!(ended.error instanceof Refusal))
        return { pass: false, message: () => `expected the refusal ${code}, found ${String(ended.error)}` };
      const found = { code: ended.error.code, message: ended.error.message, detail: ended.error.detail };
      const pass = this.equals(found, wanted, [this.utils.iterableEquality, this.utils.subsetEquality]);
      return { pass, message: () => `expected another refusal\n${this.utils.diff(wanted, found)}` };
    };
    const ended = endOf(act);
    return ended instanceof Promise ? ended.then(judge) : judge(ended);
  },
});
