/**
 * Judges one file of signatures over a document, whatever its form, by what the caller trusts. The form is found by its content, and its code
 * is loaded then.
 *
 *     await judgeSignatureFile({ signature, document, trust })     { signatures: [JudgedSignature], notes: [], digest: 'sha256:…' }
 */
import { type FileForm, formOf } from '../detect.ts';
import { notASignature } from '../foreign-refusals.ts';
import type { SignedDocument } from '../judge-envelope.ts';
import type { JudgedSignature } from '../judged.ts';
import type { JudgedTree } from '../oms/judge.ts';
import { type NamedFile, readNamedFile, type Trust } from './trust.ts';

export interface SignatureQuestion {
  readonly signature: NamedFile;
  /** What it is over: a file, or a folder for a bundle of OpenSSF Model Signing. */
  readonly document: NamedFile & { readonly isFolder: boolean };
  readonly trust: Trust;
  /** What a seal says of the document is compared with this. Throws `Refusal`. */
  readonly describe: () => Promise<SignedDocument>;
}

export interface Judging extends SignatureQuestion {
  /** Of the signature. */
  readonly bytes: Uint8Array;
}

export interface JudgedFile {
  readonly signatures: readonly JudgedSignature[];
  /** What was not looked at, and why. */
  readonly notes: readonly { readonly what: string; readonly reason: string }[];
  /** `sha256:` and hex of the document; null if it was not read. */
  readonly digest: string | null;
  /** For a signature over many files: how they were found. */
  readonly tree?: JudgedTree;
}

type Judge = (judging: Judging) => JudgedFile | Promise<JudgedFile>;

/** A bundle names every file of a folder. */
const MAX_BYTES = 1 << 26;

const JUDGES: Readonly<Partial<Record<FileForm, () => Promise<Judge>>>> = {
  ssh: async () => (await import('./ssh/judge.ts')).judgeSshFile,
  dsse: async () => (await import('./dsse/judge.ts')).judgeDsseFile,
  bundle: async () => (await import('./bundle/judge.ts')).judgeBundleFile,
  timestamp: async () => (await import('./time/judge-file.ts')).judgeTimestampFile,
  minisign: async () => (await import('./minisign/judge.ts')).judgeMinisignFile,
};

/** Throws `Refusal`. */
export async function judgeSignatureFile(question: SignatureQuestion): Promise<JudgedFile> {
  const { signature, document } = question;
  const bytes = readNamedFile(signature, MAX_BYTES);
  const form = formOf(bytes);
  const load = form === null ? undefined : JUDGES[form];
  if (load === undefined) {
    const found = form === null ? 'something else' : `a signature of the form ${form}`;
    throw notASignature(
      signature.given,
      `expected a signature of a form that custody judges (${Object.keys(JUDGES).join(', ')}), found ${found}`,
    );
  }
  if (document.isFolder && form !== 'bundle' && form !== 'dsse')
    throw notASignature(signature.given, `a signature of the form ${form} is over a file, not a folder`);
  return (await load())({ ...question, bytes });
}
