/** `custody sign`: adds a seal beside each piece of evidence or file that is named. */
import { dirname } from 'node:path';
import { counted } from '#core/count-text';
import type { JsonObject } from '#core/json/value';
import { shellPath } from '#core/shell-words';
import { type FoundThings, findEvidence } from '#evidence/ops/find';
import type { FormSigning, SignForm } from '#evidence/ops/foreign/sign-form';
import { addSeal, type Sealed, type Signable, signable } from '#evidence/ops/sign';
import { openSigner, type Signer } from '#keys/signer';
import { notSignable } from '#sign/refusals';
import { isNote, isRole } from '#sign/seal';
import { announceIfNotPrinted } from '../announce.ts';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { createdAt } from '../created.ts';
import { signerChoice } from '../key/signer-choice.ts';
import { escapeControls } from '../output.ts';
import { show } from '../show.ts';
import { askedBy } from './asked.ts';
import { formAsked } from './sign-form.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const { args, value, has, record } = invocation;
  const [role, note, folder] = ['--role', '--note', '--all-in'].map((name) => value(name) ?? null) as [Text, Text, Text];
  if (role !== null && !isRole(role)) throw new UsageError(`--role needs a name in lower case, such as producer, found '${role}'`);
  if (note !== null && !isNote(note)) throw new UsageError('--note needs a text of at most 1,000 characters');
  if (args.length > 0 === (folder !== null)) throw new UsageError('expected either paths or --all-in DIR');
  const form = formAsked(invocation);
  const time = createdAt(invocation);
  record.params = { subcommand: 'sign', paths: [...args], all_in: folder, role, note, ...(form === null ? {} : { format: form }) };
  const found = form === null ? await findAll(invocation, folder) : NOTHING_FOUND;
  const asked = askedBy(invocation);
  const wanted: Signable[] = [];
  for (const each of found.found) wanted.push(await signable(each, asked));
  const signer = await openSigner(signerChoice(invocation, value('--key')));
  const sealed: Sealed[] = [];
  try {
    for (const given of form === null ? [] : args) {
      const { signInForm } = await import('#evidence/ops/foreign/sign-form');
      const made = await signInForm(form as SignForm, placeOf(invocation, given), formSigning(invocation, signer));
      sealed.push(made);
      record.inputs.push({ path: made.path, hash: made.digest, bytes: null });
    }
    for (const each of wanted) {
      const made = await addSeal(each, { signer, role, note, time, sync: !has('--no-sync') });
      sealed.push(made);
      record.inputs.push({ path: made.path, hash: made.digest, bytes: null });
    }
  } finally {
    signer.close();
  }
  const { keyid, fingerprint, algorithm } = signer.publicKey;
  record.params = { ...record.params, keyid, fingerprint };
  show(invocation, {
    document: (): JsonObject => ({
      version: 'sign.v0',
      outcome: 'SIGNED',
      signer: { keyid, fingerprint, algorithm, from: signer.from },
      role,
      time,
      sealed: sealed.map((each) => ({ ...each })),
      passed_over: found.passedOver.map((each) => ({ ...each })),
      unknown: found.unknown,
    }),
    lines: () => [...sealed.map((each) => sealedLine(each, role, fingerprint)), ...leftLines(found)].map(escapeControls),
  });
  announceIfNotPrinted(
    invocation,
    sealed.map(({ seals, digest }) => ({ how: 'sealed', place: seals, id: digest })),
  );
  return { exit: 0, outcome: 'SIGNED' };
}

type Text = string | null;

const NOTHING_FOUND: FoundThings = { found: [], passedOver: [], unknown: 0 };

function placeOf({ resolve }: Invocation, given: string): { readonly given: string; readonly path: string } {
  return { given, path: resolve(given) };
}

function formSigning(invocation: Invocation, signer: Signer): FormSigning {
  const output = invocation.value('--output');
  return {
    signer,
    namespace: invocation.value('--namespace') ?? null,
    output: output === undefined ? null : placeOf(invocation, output),
    sync: !invocation.has('--no-sync'),
  };
}

function sealedLine({ path, kind, digest, seals }: Sealed, role: Text, fingerprint: string): string {
  return `signed ${path} (${kind}, ${digest})${role === null ? '' : ` as ${role}`} by ${fingerprint}: ${seals}`;
}

function leftLines({ passedOver, unknown }: FoundThings): readonly string[] {
  return [
    ...passedOver.map(({ path, reason }) => `not signed: ${path} (${reason})`),
    ...(unknown === 0 ? [] : [`not signed: ${counted(unknown, 'file')} that ${unknown === 1 ? 'is' : 'are'} no evidence`]),
  ];
}

/** A folder that is no evidence itself is not signed by accident, with all that is in it. */
function requireItself(given: string, found: FoundThings['found']): void {
  const [first] = found;
  const isItself = found.length === 1 && (first?.place.given === given || first?.place.given === dirname(given));
  if (!isItself)
    throw notSignable(
      given,
      'it is a folder and no evidence itself; --all-in DIR signs the evidence in it',
      `custody show ${shellPath(given)}`,
    );
}

/** A file that is named is signed whatever it is; in a folder that is searched only evidence is. */
async function findAll({ args, resolve }: Invocation, folder: Text): Promise<FoundThings> {
  const given = folder === null ? args : [folder];
  const all = await Promise.all(given.map((each) => findEvidence({ given: each, path: resolve(each) }, { depth: null, anyFile: true })));
  if (folder === null) all.forEach(({ found }, index) => requireItself(given[index] as string, found));
  return {
    found: all.flatMap(({ found }) => found),
    passedOver: all.flatMap(({ passedOver }) => passedOver),
    unknown: all.reduce((sum, { unknown }) => sum + unknown, 0),
  };
}
