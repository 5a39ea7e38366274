/** A writer of one format: random contents, contents of which one value differs, and every way to save them. */
import type fc from 'fast-check';

export interface Saved {
  readonly content: unknown;
  readonly style: unknown;
  bytes(): Uint8Array | Promise<Uint8Array>;
}

export interface Writer {
  /** The same content, saved in two ways. */
  readonly same: fc.Arbitrary<readonly [Saved, Saved]>;
  /** A content and the same with one other value, each saved in a way of its own. */
  readonly changed: fc.Arbitrary<readonly [Saved, Saved]>;
}

export interface Parts<Content, Style> {
  readonly content: fc.Arbitrary<Content>;
  readonly changed: fc.Arbitrary<readonly [Content, Content]>;
  readonly style: fc.Arbitrary<Style>;
  write(content: Content, style: Style): Uint8Array | Promise<Uint8Array>;
}

export function writerOf<Content, Style>({ content, changed, style, write }: Parts<Content, Style>): Writer {
  const saved = (value: Content, as: Style): Saved => ({ content: value, style: as, bytes: () => write(value, as) });
  const inTwo = ([one, other]: readonly [Content, Content]) =>
    style.chain((first) => style.map((second) => [saved(one, first), saved(other, second)] as const));
  return { same: content.chain((one) => inTwo([one, one])), changed: changed.chain(inTwo) };
}
