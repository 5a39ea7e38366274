/** The profile documents that a caller of the library names by their paths. */
import { listParentCommand } from '#core/shell-words';
import { errorCode, osText } from '#disk/os-error';
import { withGivenFile } from '#disk/read/given-file';
import type { GivenProfile } from '#lock/origin/profiles';
import { cannotAccess } from '#lock/refusals';
import { readProfile } from '#pack/ops/profile';
import { absolute } from '../given-path.ts';

/** Throws as the command refuses. */
export function readProfiles(files: readonly string[]): readonly GivenProfile[] {
  return files.map((file) => {
    try {
      return withGivenFile(absolute(file), ({ source }) => readProfile(file, source));
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      throw cannotAccess(`cannot read profile — ${osText(error)}`, file, osText(error), listParentCommand(file));
    }
  });
}
