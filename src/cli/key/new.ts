/** `custody key new`: makes a key of the user, protected by a passphrase unless that is refused in words. */
import type { KeyFacts } from '#keys/describe';
import { passphraseOfFile } from '#keys/passphrase';
import type { NewKeyType } from '#keys/private/new-key';
import { badPassphrase, noSuchKey } from '#keys/refusals';
import { DEFAULT_KEY, isKeyName, keysFolder, makeUserKey, privateKeyPath, requireFreeName } from '#keys/user-keys';
import { announceIfNotPrinted } from '../announce.ts';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { show } from '../show.ts';
import { keyDocument, showLines } from './key-text.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const { args, context, value, has, record } = invocation;
  const name = args[0] ?? DEFAULT_KEY;
  const type = (value('--type') ?? 'ed25519') as NewKeyType;
  record.params = { subcommand: 'key new', name, type };
  if (has('--no-passphrase') && has('--passphrase-file'))
    throw new UsageError('expected either --passphrase-file or --no-passphrase, found both');
  if (!isKeyName(name))
    throw noSuchKey(name, 'expected a name of up to 64 letters, digits, dots, dashes and underscores that does not end in .pem or .pub');
  const folder = keysFolder(context.env);
  requireFreeName(folder, name);
  const passphrase = await newPassphrase(invocation, name);
  const publicKey = makeUserKey(folder, name, { type, passphrase, sync: !has('--no-sync') });
  const isProtected = passphrase !== null;
  passphrase?.fill(0);
  record.params = { ...record.params, fingerprint: publicKey.fingerprint, protected: isProtected };
  const path = privateKeyPath(folder, name);
  const key: KeyFacts = { name, source: 'file', path, form: 'PKCS#8', isProtected, publicKey, isChecked: true, canSign: true };
  show(invocation, { document: () => keyDocument('CREATED', [key]), lines: () => [...showLines(key), ...notes(type, isProtected)] });
  announceIfNotPrinted(invocation, [{ place: path, id: publicKey.fingerprint }]);
  return { exit: 0, outcome: 'CREATED' };
}

function notes(type: NewKeyType, isProtected: boolean): readonly string[] {
  const use =
    type === 'ed25519'
      ? 'OpenSSF Model Signing and Sigstore take no Ed25519: for --format oms make a second key with --type p256'
      : 'this key can also sign for OpenSSF Model Signing and Sigstore';
  return [`${'use'.padEnd(12)}${use}`, ...(isProtected ? [] : [`${'warning'.padEnd(12)}whoever can read the file can sign`])];
}

/** Null where the user wants none. Throws `E_PASSPHRASE`. */
async function newPassphrase({ context, value, has, resolve }: Invocation, name: string): Promise<Uint8Array | null> {
  if (has('--no-passphrase')) return null;
  const file = value('--passphrase-file');
  if (file !== undefined) return passphraseOfFile({ path: resolve(file), shown: file }, name);
  const typed = await context.askSecret?.(`passphrase for the new key ${name} (empty for none): `);
  if (typed === undefined || typed === null)
    throw badPassphrase(name, 'there is no terminal to ask at: use --passphrase-file, or --no-passphrase for a key that is not protected');
  if (typed.length === 0) return null;
  const again = await context.askSecret?.('the same passphrase again: ');
  if (!again || !Buffer.from(typed).equals(again)) throw badPassphrase(name, 'the two that were typed differ, and nothing was written');
  return typed;
}
