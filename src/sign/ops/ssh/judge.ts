/** Judges the file of an SSH signature over a file. */
import { decodeOrEmpty } from '#core/bytes/utf8';
import { BadSignature } from '../../bad-signature.ts';
import { doesNotVerify, malformed, type SeenSignature, signerOf } from '../../foreign.ts';
import { judgeSsh } from '../../ssh/judge.ts';
import { parseSshSignature, type SshSignature } from '../../ssh/signature.ts';
import type { JudgedFile, Judging } from '../judge-file.ts';
import { readSignedFile } from '../signed-file.ts';
import { orRefuse, type Trust } from '../trust.ts';
import { checkSsh, sshFingerprint } from './check.ts';

export function judgeSshFile({ bytes, signature, document, trust }: Judging): JudgedFile {
  const seen: SeenSignature = { form: 'ssh', path: signature.given };
  const notes = unusableLines(trust);
  let digest: string | null = null;
  try {
    const parsed: SshSignature = parseSshSignature(decodeOrEmpty(bytes));
    const file = orRefuse(document.given, () => readSignedFile(document.path, { hashes: [parsed.hash], isWhole: false }));
    digest = file.sha256;
    const { key, isSigned } = checkSsh(parsed, file.digest(parsed.hash));
    const signer = { ...seen, signer: { ...signerOf(key), fingerprint: sshFingerprint(parsed.publicKey) } };
    const facts = { seen: signer, key: parsed.publicKey, namespace: parsed.namespace };
    return { digest, signatures: [isSigned ? judgeSsh(facts, trust) : doesNotVerify(signer)], notes };
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error;
    return { digest, signatures: [malformed(seen, error.message)], notes };
  }
}

function unusableLines({ allowedSigners }: Trust): JudgedFile['notes'] {
  const unusable = allowedSigners?.list.unusable ?? [];
  return unusable.map(({ line, reason }) => ({
    what: `${allowedSigners?.given ?? ''} line ${line}`,
    reason: `it trusts nobody: ${reason}`,
  }));
}
