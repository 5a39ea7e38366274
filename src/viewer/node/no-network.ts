/** In place of everything that would open a connection: a page opens none. */
import { Refusal } from '#core/refusal';

function refuse(): never {
  throw new Refusal('E_IO', 'a page opens no connection; custody verify judges stores by their URL', {}, null);
}

export {
  refuse as judgeObjects,
  refuse as openOciStore,
  refuse as openS3Store,
  refuse as parseOciUrl,
  refuse as usesTls,
  refuse as withProbedTls,
};
