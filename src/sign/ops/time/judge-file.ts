/** Judges the file of a timestamp, `NAME.tsr`, over a file: an answer of an authority or a token alone. */
import { UNKNOWN_SIGNER } from '../../judged.ts';
import type { JudgedFile, Judging } from '../judge-file.ts';
import { readSignedFile } from '../signed-file.ts';
import { orRefuse } from '../trust.ts';
import { imprintHashOf, judgeTimestampBytes } from './judge.ts';

export function judgeTimestampFile({ bytes, signature, document, trust }: Omit<Judging, 'describe'>): JudgedFile {
  const path = signature.given;
  const named = imprintHashOf(bytes);
  const file = orRefuse(document.given, () => readSignedFile(document.path, { hashes: named === null ? [] : [named], isWhole: false }));
  const digestBy = (algorithm: string): string | null => (algorithm === named ? Buffer.from(file.digest(named)).toString('hex') : null);
  const { state, fault, time, authority, root, notes } = judgeTimestampBytes(
    bytes,
    { digestBy, nonce: trust.nonce, policy: null, at: trust.at },
    trust.authorities,
  );
  const isTrusted = state === 'trusted';
  const finding = fault === null ? null : { ...fault, path: null, message: `${path}: ${fault.message}`, next_command: null };
  return {
    digest: file.sha256,
    signatures: [
      {
        form: 'timestamp',
        path,
        state,
        signer: authority === null ? null : { ...UNKNOWN_SIGNER, identity: authority, issuer: root },
        role: null,
        claimed_time: isTrusted ? null : time,
        trusted_time: isTrusted ? time : null,
        finding,
      },
    ],
    notes: notes.map((reason) => ({ what: path, reason })),
  };
}
