/** Keys as `custody key` prints them: a document `key.v0`, or lines for people. Nothing of a private key is in either. */
import type { JsonObject } from '#core/json/value';
import type { KeyFacts } from '#keys/describe';
import { keyFields } from '#keys/key-fields';
import { sshLineOf } from '#keys/ssh-key';
import { escapeControls } from '../output.ts';

export function keyDocument(outcome: string, keys: readonly KeyFacts[], warnings: readonly string[] = []): JsonObject {
  return { version: 'key.v0', outcome, keys: keys.map((key) => ({ ...keyFields(key) })), warnings };
}

/** One line for each key: fingerprint, algorithm, name, where it is. */
export function listLines(keys: readonly KeyFacts[]): readonly string[] {
  return keys.map((key) => {
    const { name, publicKey, canSign } = key;
    const shown = publicKey?.fingerprint ?? '(only its passphrase tells)';
    const unusable = canSign ? '' : '  cannot sign here';
    return escapeControls(`${shown}  ${publicKey?.algorithm ?? key.form ?? ''}  ${name ?? '-'}  ${whereText(key)}${unusable}`);
  });
}

export function showLines(key: KeyFacts): readonly string[] {
  const { publicKey, isChecked, isProtected, name } = key;
  const rows: readonly (readonly [string, string])[] = [
    ['fingerprint', publicKey?.fingerprint ?? 'unknown'],
    ['algorithm', publicKey?.algorithm ?? 'unknown'],
    ['keyid', publicKey?.keyid ?? 'unknown'],
    ['where', whereText(key)],
    ...(isProtected === true && !isChecked
      ? [['note', 'the public half was not compared with the private one, which needs the passphrase'] as const]
      : []),
    ...(publicKey === null ? [] : [['public key', sshLineOf(publicKey, name ?? '')] as const]),
  ];
  return rows.map(([label, text]) => escapeControls(`${label.padEnd(12)}${text}`));
}

function whereText({ source, path, form, isProtected }: KeyFacts): string {
  if (source !== 'file') return source;
  const how = isProtected === null ? '' : isProtected ? ', protected by a passphrase' : ', not protected';
  return `${path}, ${form}${how}`;
}
