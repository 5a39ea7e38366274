/** The type and digest of an artifact as they are typed: letter case and white space around them do not count. */
import { parseArtifactDigest, parseArtifactType } from '#stack/lawpack/artifact-type';
import { UsageError } from '../command.ts';

export function typedType(text: string): string {
  const type = parseArtifactType(text);
  if (type === null) throw new UsageError(`expected a type of letters, digits and dashes, found '${text}'`);
  return type;
}

export function typedDigest(text: string): string {
  const digest = parseArtifactDigest(text);
  if (digest === null) throw new UsageError(`expected 64 hex digits, found '${text}'`);
  return digest;
}
