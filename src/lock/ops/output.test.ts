import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { openLockOutput } from './output.ts';

it('recheck() refuses a file that another run wrote meanwhile, and does not say that it is no lock', () => {
  const path = join(scratchFolder('lock-output'), 'd.lock.json');
  const place = openLockOutput({ given: 'd.lock.json', path, force: false });
  place.recheck();
  writeFileSync(path, '{}');
  expect(() => place.recheck()).toRefuse('E_EXISTS', {
    path: 'd.lock.json',
    error: 'a file that was created or changed during this run',
  });
});
