/** The list of trust: `FINGERPRINT_TRUST` where it is set, else those of the user and of the folder worked in, together. */
import { statSync } from 'node:fs';
import { joinPath } from '#disk/path/join-path';
import { parseTrustLine, readTrust } from '../define/trust.ts';
import type { ShelfPlaces } from './definitions.ts';
import { readPlacedYaml } from './yaml-mistakes.ts';

/** A list that cannot be read trusts nobody, and is warned of. */
export function trustList({ env, cwd, home }: Omit<ShelfPlaces, 'given'>, warnings: string[]): readonly string[] {
  const stated = env['FINGERPRINT_TRUST'];
  if (stated !== undefined && stated.trim() !== '') return parseTrustLine(stated);
  const files = new Set([home, cwd].map((folder) => joinPath(cwd, `${folder}/.fingerprint/trust.yaml`)));
  return [...files].flatMap((file) => {
    if (statSync(file, { throwIfNoEntry: false }) === undefined) return [];
    const yaml = readPlacedYaml(file);
    const read = yaml.kind === 'mistake' ? null : readTrust(yaml.value);
    if (read?.kind === 'trust') return read.trusted;
    const mistakes = yaml.kind === 'mistake' ? [yaml.mistake] : yaml.placed(read?.faults ?? []);
    warnings.push(...mistakes.map(({ line, column, message }) => `${file}:${line ?? 1}:${column ?? 1}: ${message}`));
    return [];
  });
}
