import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { blobPath } from '#store/folder/layout';
import { openFolderStore } from '#store/folder/store';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { storeContract } from './contract.ts';

const folder = scratchFolder('folder-store');

storeContract('a folder', () => {
  const root = join(folder, 'not there yet', 'store');
  return {
    store: openFolderStore({ url: `file:${root}`, root }, { sync: false }),
    tamper: (digest, bytes) => writeFileSync(blobPath(root, digest), bytes),
  };
});

storeContract('a folder that is there, synced', () => {
  const root = join(folder, 'there');
  mkdirSync(root);
  return { store: openFolderStore({ url: `file:${root}`, root }, { sync: true, threads: 2 }) };
});
