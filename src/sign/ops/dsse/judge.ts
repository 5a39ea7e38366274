/** Judges a file of DSSE envelopes: one, or a line each, as seals and attestations of other programs lie in files. */

import { SEALS_SUFFIX } from '#core/seals-name';
import { trustedIfNamed } from '../../foreign.ts';
import { judgeEnvelope } from '../../judge-envelope.ts';
import type { JudgedFile, Judging } from '../judge-file.ts';
import { keyPort } from '../key-port.ts';
import { sealTime } from '../time/seal-time.ts';

const NEWLINE = 0x0a;

export async function judgeDsseFile({ bytes, signature, trust, describe }: Judging): Promise<JudgedFile> {
  const document = await describe();
  const port = keyPort(
    trust.keys.map(({ key }) => key),
    sealTime(trust.authorities, trust.at),
  );
  // What other programs ignore in an envelope may be there; in a seals file everything counts.
  const isLine = signature.given.endsWith(SEALS_SUFFIX);
  const signatures = envelopesIn(bytes, isLine).flatMap(({ line, envelope }) => {
    const place = { bytes: envelope, path: line === null ? signature.given : `${signature.given}:${line}`, isLine };
    return judgeEnvelope(place, document, port);
  });
  return {
    digest: `sha256:${document.digestBy('sha256') ?? ''}`,
    signatures: signatures.map((each) => trustedIfNamed(each, trust.keys)),
    notes: [],
  };
}

/** Several lines are an envelope each; one envelope may be written in several lines. */
function envelopesIn(bytes: Uint8Array, isSeals: boolean): readonly { readonly line: number | null; readonly envelope: Uint8Array }[] {
  const lines: { line: number; envelope: Uint8Array }[] = [];
  for (let start = 0, line = 1; start < bytes.length; line++) {
    const end = bytes.indexOf(NEWLINE, start);
    const envelope = bytes.subarray(start, end < 0 ? bytes.length : end);
    if (envelope.length > 0) lines.push({ line, envelope });
    start = end < 0 ? bytes.length : end + 1;
  }
  const isOnePerLine =
    isSeals || (lines.length > 1 && lines.every(({ envelope }) => envelope[0] === 0x7b && envelope.at(-1) === 0x7d && envelope.length > 2));
  return isOnePerLine ? lines : [{ line: null, envelope: bytes }];
}
