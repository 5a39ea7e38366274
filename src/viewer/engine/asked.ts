/** What the page asks for, as on a command line without options. */
import type { Place } from '#evidence/contract';
import type { Asked } from '#evidence/ops/asked';

export const ASKED: Asked = {
  root: null,
  selfOnly: false,
  threads: 1,
  watch: undefined,
  env: {},
  cwd: '/',
  plainHttp: false,
  caFile: undefined,
};

export function placeOf(path: string): Place {
  return { given: path, path: path === '.' ? '/' : `/${path}` };
}
