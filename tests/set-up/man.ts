/**
 * The program `man`, of this machine or unpacked from Debian's packages together with the programs and files that it needs.
 *
 *     const man = await manProgram();          a string says why there is none
 */
import { readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { debianProgram, type Program } from './debian-programs.ts';

export async function manProgram(): Promise<Program | string> {
  const found = await debianProgram('man', 'man-db', 'groff-base');
  if (typeof found === 'string' || found.env['LD_LIBRARY_PATH'] === undefined) return found;
  const usr = dirname(dirname(found.path));
  const groff = join(usr, 'share/groff');
  const [version = ''] = readdirSync(groff).filter((name) => /^\d/.test(name));
  return {
    path: found.path,
    env: {
      ...found.env,
      PATH: [join(usr, 'bin'), process.env['PATH']].join(delimiter),
      GROFF_BIN_PATH: join(usr, 'bin'),
      GROFF_FONT_PATH: join(groff, version, 'font'),
      GROFF_TMAC_PATH: [join(groff, 'site-tmac'), join(groff, version, 'tmac')].join(delimiter),
    },
  };
}
