/**
 * Judges a bundle of OpenSSF Model Signing over a folder or a file: who signed, what the statement says, and whether all that lies there is
 * what was signed. The files are read only if the signature is good.
 */
import { counted } from '#core/count-text';
import { BadSignature } from '../../bad-signature.ts';
import { malformed } from '../../foreign.ts';
import { type JudgedTree, judgeTree } from '../../oms/judge.ts';
import { isOfOldProgram, type ModelStatement, parseModelStatement } from '../../oms/statement.ts';
import { type Bundle, payloadText } from '../../sigstore/bundle.ts';
import { judgedForAll } from '../bundle/for-policy.ts';
import type { JudgedFile, Judging } from '../judge-file.ts';
import { orRefuse } from '../trust.ts';
import { rootDigest } from './read.ts';
import { judgeModelSigner } from './signer.ts';
import { readModelTree } from './tree.ts';

export async function judgeModelFile(judging: Judging, bundle: Bundle): Promise<JudgedFile> {
  const { signature, document } = judging;
  const seen = { form: 'oms', path: signature.given } as const;
  const { content } = bundle;
  if (content.kind !== 'envelope')
    return { digest: null, signatures: [malformed(seen, 'expected an envelope, found a signature over a file')], notes: [] };
  if (isOfOldProgram(payloadText(bundle) ?? '')) return { digest: null, signatures: [malformed(seen, OLD_PROGRAM)], notes: [] };
  const judged = await judgedForAll(judging, bundle, (each) => judgeModelSigner(each, bundle, content));
  const result = { digest: null, signatures: [judged.signature], notes: judged.notes };
  if (judged.signature.state === 'bad' || judged.signature.state === 'unchecked') return result;
  let statement: ModelStatement;
  try {
    statement = parseModelStatement(content.payloadType, content.payload, rootDigest);
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error;
    return { ...result, signatures: [malformed({ ...seen, signer: judged.signature.signer }, error.message)] };
  }
  const place = { path: document.path, isFolder: document.isFolder, signature: signature.path };
  const { found, others } = orRefuse(document.given, () => readModelTree(statement, place));
  const tree = judgeTree(statement, found, others, judging.trust);
  return { ...result, notes: [...judged.notes, ...departures(statement, signature.given), ...ignoredIn(tree)], tree };
}

const OLD_PROGRAM = 'it was made by version 0.2 of the program model-signing, which signed another text than it wrote; sign it again';

function ignoredIn({ ignored }: JudgedTree): JudgedFile['notes'] {
  return ignored === 0 ? [] : [{ what: counted(ignored, 'file'), reason: '--ignore-unsigned-files: the signature does not name them' }];
}

/** Notes on the bundle: where it departs from the specification, and what it does not cover. */
function departures({ notes, ignoredPaths }: ModelStatement, path: string): JudgedFile['notes'] {
  const ignored = ignoredPaths.length === 0 ? [] : [{ what: ignoredPaths.join(', '), reason: `${path} does not cover these paths` }];
  return [...ignored, ...notes.map((reason) => ({ what: `the form of ${path}`, reason }))];
}
