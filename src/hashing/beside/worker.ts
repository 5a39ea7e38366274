/** A thread that hashes what another one gives it. */
import { workerData } from 'node:worker_threads';
import { HashesBeside, type SharedHashes } from './hash-beside.ts';

new HashesBeside(workerData as SharedHashes).serve();
