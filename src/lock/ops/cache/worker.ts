/** A thread that looks at files until all rows of a cache are done, or nobody asks any more. */
import { workerData } from 'node:worker_threads';
import { RowLooks, type SharedLooks } from './row-looks.ts';

const looks = new RowLooks(workerData as SharedLooks);
while (looks.lookAtNext());
