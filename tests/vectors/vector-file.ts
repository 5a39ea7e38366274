/**
 * The vectors of this folder: one case a line, columns between tabs, lines that start with `#` are remarks. They are plain files, for
 * any implementation of these formats.
 *
 *     vectors('rel-paths.tsv')            [['a/..', 'traversal'], …]
 *     percentDecoded('caf%C3%A9')         the bytes of `café`
 */
import { readFileSync } from 'node:fs';

export function vectors(name: string): readonly (readonly string[])[] {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
}

export function percentDecoded(text: string): Uint8Array {
  const latin1 = text.replaceAll(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Uint8Array.from(Buffer.from(latin1, 'latin1'));
}

export function percentDecodedText(text: string): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(percentDecoded(text));
}
