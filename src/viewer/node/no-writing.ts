/** In place of everything that writes evidence: a page writes none. */
import { systemError } from './errors.ts';

function refuse(): never {
  throw systemError('EROFS', 'write');
}

export {
  refuse as linkNew,
  refuse as lockBeside,
  refuse as makeFolders,
  refuse as openShardWriter,
  refuse as replaceFile,
  refuse as sendBlobs,
  refuse as stageFolder,
  refuse as syncFileSystem,
  refuse as syncFolder,
  refuse as syncPath,
  refuse as writeWhole,
};
