/** The answers from module manifests and lawpack locks that were fetched from a store by their pins. */

import { parseYaml, YamlError } from '#codecs/yaml/read';
import { JsonError, parseJson } from '#core/json/read';
import type { JsonValue } from '#core/json/value';
import type { LawpackEntry, ModuleEntry, StackLock } from '../../document.ts';
import type { Shaped } from '../../inputs/facts.ts';
import { type Module, readModule } from '../../inputs/module.ts';
import type { LawpackPrefix } from '../../lawpack/lawpack.ts';
import { type LawpackLock, readLawpackLock } from '../../lawpack/lawpack-lock.ts';
import { digestOfPin } from '../../pin.ts';
import { faultText } from '../../refusals.ts';
import { claimKey } from '../../verify/claims.ts';
import type { Answer } from '../../verify/verify.ts';
import { ARCHIVE_UNAVAILABLE, contradiction } from '../lawpack-archive.ts';
import { type FetchedPins, keyOf } from './fetch-pins.ts';

export function moduleAnswers({ modules }: StackLock, pins: FetchedPins): readonly Answer[] {
  return modules.flatMap((entry) => {
    const pin = { section: 'modules', id: entry.module_id, field: 'module_manifest_sha256' } as const;
    const fetched = pins.get(keyOf(pin));
    if (fetched === undefined || fetched.bytes === null) return [];
    const read = readAs(fetched.bytes, parseYaml, readModule);
    if (!read.ok) return [{ ...pin, file: fetched.file, result: { tag: 'unreadable', reason: faultsText(read) } }];
    return moduleFields(entry, read.value).map(({ field, result }) => ({ ...pin, field, file: fetched.file, result }));
  });
}

type FieldAnswer = Pick<Answer, 'field' | 'result'>;

function moduleFields({ module_id: id, provides: claimed }: ModuleEntry, { moduleId, version, provides }: Module): readonly FieldAnswer[] {
  if (moduleId !== id) return [mismatch('module_manifest_sha256', id, moduleId, 'it is the manifest of another module')];
  return [
    { field: 'version', result: { tag: 'found', value: version } },
    ...(provides !== null ? [{ field: 'provides', result: { tag: 'found', value: provides, absence: 'differs' } } as const] : []),
    ...(provides === null && claimed !== undefined
      ? [{ field: 'provides', result: { tag: 'missing', reason: 'the module does not state what it provides' } } as const]
      : []),
  ];
}

interface LawpackAnswers {
  readonly answers: readonly Answer[];
  /** Pins of archives that are not in the store, already answered from the lawpack's lock: either the digest differs, or nothing proves it. */
  readonly unproven: ReadonlySet<string>;
}

export async function lawpackAnswers({ lawpacks }: StackLock, pins: FetchedPins, prefix: LawpackPrefix): Promise<LawpackAnswers> {
  const answers: Answer[] = [];
  const unproven = new Set<string>();
  for (const entry of lawpacks) {
    const id = `${entry.jurisdiction_id}:${entry.domain}`;
    const at = (field: string) => ({ section: 'lawpacks', id, field }) as const;
    const lock = pins.get(keyOf(at('lawpack_lock_sha256')));
    const archive = pins.get(keyOf(at('lawpack_digest_sha256')));
    const stated = lock === undefined || lock.bytes === null ? null : readAs(lock.bytes, parseJson, readLawpackLock);
    if (stated?.ok === false)
      answers.push({ ...at('lawpack_lock_sha256'), file: lock?.file ?? null, result: { tag: 'unreadable', reason: faultsText(stated) } });
    if (stated?.ok === true)
      answers.push(...lockFields(entry, stated.value).map(({ field, result }) => ({ ...at(field), file: lock?.file ?? null, result })));
    if (stated?.ok === true && archive?.result.tag === 'missing') {
      const isPlaced = entry.lawpack_artifact_path !== undefined;
      if (!isPlaced || stated.value.digest !== archive.pin.digest) unproven.add(keyOf(archive.pin));
    }
    if (archive === undefined || archive.bytes === null) continue;
    const { checkLawpack } = await import('../lawpack-archive.ts');
    const claim = stated?.ok === true ? stated.value : { digest: archive.pin.digest };
    const result = contradiction((await checkLawpack(archive.bytes, claim, prefix)).findings);
    if (result !== null) answers.push({ ...at('lawpack_digest_sha256'), file: archive.file, result });
  }
  return { answers: answers.map((answer) => (unproven.has(claimKey(answer)) ? withoutProof(answer) : answer)), unproven };
}

function withoutProof(answer: Answer): Answer {
  const { result } = answer;
  return result.tag === 'found' ? { ...answer, result: { ...result, unproven: ARCHIVE_UNAVAILABLE } } : answer;
}

function lockFields(entry: LawpackEntry, { digest, jurisdictionId, domain, asOfDate }: LawpackLock): readonly FieldAnswer[] {
  if (jurisdictionId !== entry.jurisdiction_id || domain !== entry.domain)
    return [
      mismatch(
        'lawpack_lock_sha256',
        `${entry.jurisdiction_id}:${entry.domain}`,
        `${jurisdictionId}:${domain}`,
        'it is the lock of another lawpack',
      ),
    ];
  const pinned = digestOfPin(entry.lawpack_digest_sha256);
  return [
    digest === pinned
      ? { field: 'lawpack_digest_sha256', result: { tag: 'found', value: digest } }
      : mismatch('lawpack_digest_sha256', pinned, digest, 'its lock states another digest'),
    ...(asOfDate === null ? [] : [{ field: 'as_of_date', result: { tag: 'found', value: asOfDate, absence: 'differs' } } as const]),
  ];
}

function mismatch(field: string, expected: string, actual: string, reason: string): FieldAnswer {
  return { field, result: { tag: 'contradicted', expected, actual, reason } };
}

/** A text that cannot be parsed has the parse error as its only fault. */
export function readAs<T>(bytes: Uint8Array, parse: (bytes: Uint8Array) => JsonValue, read: (value: JsonValue) => Shaped<T>): Shaped<T> {
  try {
    return read(parse(bytes));
  } catch (error) {
    if (error instanceof YamlError || error instanceof JsonError) return { ok: false, faults: [{ at: '', message: error.message }] };
    throw error;
  }
}

export function faultsText({ faults }: Extract<Shaped<unknown>, { ok: false }>): string {
  return faults.map(faultText).join('; ');
}
