/**
 * Names in certificates, for people and for comparing identities.
 *
 *     nameText(subject)                    CN=test TSA, O=Example
 *     alternativeNames(extension)          [{ kind: 'email', value: 'alice@example.com' }]
 */
import { decodeOrEmpty } from '#core/bytes/utf8';
import { contextTag, type DerValue, TAG } from '#core/der/read';
import { expectTag, fieldsOf, oidOf } from '#core/der/values';

const SHORT: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.97': 'organizationIdentifier',
  '1.2.840.113549.1.9.1': 'emailAddress',
  '0.9.2342.19200300.100.1.25': 'DC',
};

const BMP_STRING = 0x1e;

export interface AlternativeName {
  readonly kind: 'email' | 'dns' | 'uri';
  readonly value: string;
}

/** Other kinds of names are left out. */
const KINDS: readonly (readonly [number, AlternativeName['kind']])[] = [
  [contextTag(1, false), 'email'],
  [contextTag(2, false), 'dns'],
  [contextTag(6, false), 'uri'],
];

/** Characters that would change a terminal are shown as `?`. */
export function nameText(name: DerValue): string {
  const parts = expectTag(name, TAG.sequence, 'a name').children.flatMap((set) => expectTag(set, TAG.set, 'a part of a name').children);
  return parts
    .map((part) => {
      const fields = fieldsOf(part, 'a part of a name');
      const oid = oidOf(fields.any('the type of a name'), 'the type of a name');
      const value = fields.any('the text of a name');
      fields.end();
      return `${SHORT[oid] ?? oid}=${visible(textOf(value))}`;
    })
    .join(', ');
}

/** Names with bytes that are not ASCII are left out: they equal no identity that somebody writes. */
export function alternativeNames(value: DerValue): readonly AlternativeName[] {
  return expectTag(value, TAG.sequence, 'alternative names').children.flatMap(({ tag, content }) => {
    const kind = KINDS.find(([wanted]) => wanted === tag)?.[1];
    const isPlain = content.every((byte) => byte >= 0x20 && byte < 0x7f);
    return kind === undefined || !isPlain ? [] : [{ kind, value: decodeOrEmpty(content) }];
  });
}

function textOf({ tag, content }: DerValue): string {
  if (tag === BMP_STRING) return Buffer.from(content).swap16().toString('utf16le');
  return decodeOrEmpty(content) || Buffer.from(content).toString('latin1');
}

function visible(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
}
