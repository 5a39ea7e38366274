/** The vectors of `tests/vectors/sign`. */
import { readFileSync } from 'node:fs';

const folder = new URL('../vectors/sign/', import.meta.url);

export function readVector(name: string): string {
  return readFileSync(new URL(name, folder), 'utf8');
}
