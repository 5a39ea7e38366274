/** A thread that answers questions about files until the ring is closed. */
import { workerData } from 'node:worker_threads';
import { joinMeter } from '#threads/read-meter';
import { FileHasher } from './hash-file.ts';
import { HashRing, type SharedRing } from './ring.ts';

const ring = new HashRing(workerData as SharedRing);
joinMeter(ring.shared.meter);
ring.serve(new FileHasher(ring.ahead, () => ring.isClosed));
