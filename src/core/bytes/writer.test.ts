import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeUtf8, encodeUtf8 } from './utf8.ts';
import { ByteWriter } from './writer.ts';

test('ByteWriter contains what was written, whatever its initial capacity', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }).map((text) => ({ text, act: (out: ByteWriter) => out.text(text) })),
    fc.string({ unit: 'grapheme-ascii', maxLength: 200 }).map((text) => ({ text, act: (out: ByteWriter) => out.text(text) })),
    fc.integer({ min: 0, max: 0x7f }).map((byte) => ({ text: String.fromCharCode(byte), act: (out: ByteWriter) => out.byte(byte) })),
    fc.string({ unit: 'binary', maxLength: 200 }).map((text) => ({
      text,
      act(out: ByteWriter) {
        const bytes = encodeUtf8(`<${text}>`);
        out.copy(bytes, 1, bytes.length - 1);
      },
    })),
  );
  fc.assert(
    fc.property(fc.array(part), fc.integer({ min: 0, max: 100 }), (parts, capacity) => {
      const out = new ByteWriter(capacity);
      for (const { act } of parts) act(out);
      expect(decodeUtf8(out.view())).toBe(parts.map(({ text }) => text).join(''));
    }),
  );
});

test.each([0, 1, 47, 48, 49, 5000])('ByteWriter copies a run of %i bytes, short or long', (length) => {
  const out = new ByteWriter(8);
  const bytes = Uint8Array.from({ length: length + 2 }, (_, i) => i);
  out.byte(0xff);
  out.copy(bytes, 1, length + 1);
  expect(out.view()).toEqual(Uint8Array.from([0xff, ...bytes.subarray(1, length + 1)]));
});

test.each(['\u{7f}', '\u{80}', '\u{e9}', '\u{ff}', '\u{100}', 'a\u{ff}b'])('ByteWriter writes %j as UTF-8', (text) => {
  const out = new ByteWriter(1);
  out.text(text);
  expect(out.view()).toEqual(encodeUtf8(text));
});

test('ByteWriter removes bytes when its length is reduced', () => {
  const out = new ByteWriter();
  out.text('keep');
  const mark = out.length;
  out.text('\u{e9} not');
  out.length = mark;
  out.text('!');
  expect(decodeUtf8(out.view())).toBe('keep!');
});

test('ByteWriter writes text that turns out not to be ASCII only once', () => {
  const out = new ByteWriter(4);
  out.text(`${'a'.repeat(100)}\u{1f600}`);
  expect(decodeUtf8(out.view())).toBe(`${'a'.repeat(100)}\u{1f600}`);
});
