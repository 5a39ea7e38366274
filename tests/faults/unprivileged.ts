/**
 * Words that run a command without root's power to read and write everything; none for everyone else. Null where root cannot
 * give it up, and the tests that need it are skipped with that reason.
 *
 *     sh(folder, `${unprivileged} lock --scan data`)
 */
import { spawnSync } from 'node:child_process';

const words = ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all'];

export const unprivileged: string | null = process.getuid?.() !== 0 ? '' : canGiveUp() ? words.join(' ') : null;

export const whyPrivileged = 'root cannot give up its power here: setpriv failed';

function canGiveUp(): boolean {
  return spawnSync(words[0] as string, [...words.slice(1), 'true']).status === 0;
}
