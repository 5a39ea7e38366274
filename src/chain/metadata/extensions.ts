/**
 * The extensions that a tool file may have, in a fixed order, and the comment marks of each language. A `.json` file has no comments; its
 * signature and metadata are in a sidecar file (K6, K8).
 *
 *     commentOf('.py')     { open: '#', close: '' }
 *     commentOf('.md')     { open: '<!--', close: '-->' }
 *     commentOf('.json')   null
 */
export const EXTENSIONS = ['.py', '.yaml', '.yml', '.json', '.js', '.mjs', '.cjs', '.ts', '.sh', '.toml', '.md'] as const;

export type Extension = (typeof EXTENSIONS)[number];

/** The opening and closing marks of a comment; a comment without a closing mark ends with its line. */
export interface CommentMarks {
  readonly open: string;
  readonly close: string;
}

const HASH: CommentMarks = { open: '#', close: '' };
const SLASHES: CommentMarks = { open: '//', close: '' };
const ARROWS: CommentMarks = { open: '<!--', close: '-->' };

const MARKS: Readonly<Record<Extension, CommentMarks | null>> = {
  '.py': HASH,
  '.yaml': HASH,
  '.yml': HASH,
  '.json': null,
  '.js': SLASHES,
  '.mjs': SLASHES,
  '.cjs': SLASHES,
  '.ts': SLASHES,
  '.sh': HASH,
  '.toml': HASH,
  '.md': ARROWS,
};

/** Returns null if the language has no comments. */
export function commentOf(extension: string): CommentMarks | null {
  return isExtension(extension) ? MARKS[extension] : null;
}

export function isExtension(text: string): text is Extension {
  return Object.hasOwn(MARKS, text);
}
