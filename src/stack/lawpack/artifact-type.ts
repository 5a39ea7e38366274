/**
 * The type of an artifact determines what its digest covers:
 *
 *     lawpack             the parts of the archive in canonical form (`lawpack.ts`)
 *     schema, ruleset, receipt, transition-types     JCS of the document; of a lock of transition types, of its snapshot
 *     vc, checkpoint      JCS of the document without its proof
 *     blob, all others    the bytes
 */
import { isArtifactType, isHex } from '../pin.ts';

export type DigestRule = 'lawpack' | 'document' | 'payload' | 'bytes';

const RULES: Readonly<Record<string, DigestRule>> = {
  lawpack: 'lawpack',
  schema: 'document',
  ruleset: 'document',
  receipt: 'document',
  'transition-types': 'document',
  vc: 'payload',
  checkpoint: 'payload',
};

export function digestRule(type: string): DigestRule {
  return Object.hasOwn(RULES, type) ? (RULES[type] as DigestRule) : 'bytes';
}

/** Parses a type, ignoring letter case and surrounding white space; null if it cannot be the name of a folder in a store. */
export function parseArtifactType(text: string): string | null {
  const type = text.trim().toLowerCase();
  return isArtifactType(type) ? type : null;
}

export function parseArtifactDigest(text: string): string | null {
  const digest = text.trim().toLowerCase();
  return isHex(digest) ? digest : null;
}

/** The extension of a stored file; it helps people, and tells whether a document is YAML. */
export function artifactExtension(type: string, fileName: string): string {
  if (type === 'lawpack') return '.lawpack.zip';
  if (type === 'vc') return '.vc.json';
  const [extension = ''] = /\.[A-Za-z0-9]{1,16}$/.exec(fileName) ?? [];
  return extension === fileName ? '' : extension.toLowerCase();
}

export function isYamlName(fileName: string): boolean {
  return /\.ya?ml$/i.test(fileName);
}
