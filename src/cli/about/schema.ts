/** `--schema`: prints the published JSON Schema, byte for byte the file in `schemas/`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '#installation/paths';

export function readSchema(name: string): string {
  return readFileSync(join(packageRoot(), 'schemas', name), 'utf8');
}
