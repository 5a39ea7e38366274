/** `installation/paths` in a browser: what the build puts beside the program is part of the page. */
declare const CUSTODY_VERSION: string;

export const version: string = CUSTODY_VERSION;

export function packageRoot(): string {
  return '/';
}

/** The name under which `module.ts` has it. */
export function builtFile(name: string): string {
  return name;
}
