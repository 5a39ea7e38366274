/**
 * The endings a tool file may have, in a fixed order, and how a comment is marked in each. A `.json` file has no comments: what else would
 * stand in one lies in a sidecar beside it (K6, K8).
 *
 *     commentOf('.py')     { open: '#', close: '' }
 *     commentOf('.md')     { open: '<!--', close: '-->' }
 *     commentOf('.json')   null
 */
export const EXTENSIONS = ['.py', '.yaml', '.yml', '.json', '.js', '.mjs', '.cjs', '.ts', '.sh', '.toml', '.md'] as const;

export type Extension = (typeof EXTENSIONS)[number];

/** What stands before and behind the words of a comment; a comment without a closing mark ends with its line. */
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

/** Null where there are no comments. */
export function commentOf(extension: string): CommentMarks | null {
  return isExtension(extension) ? MARKS[extension] : null;
}

export function isExtension(text: string): text is Extension {
  return Object.hasOwn(MARKS, text);
}
