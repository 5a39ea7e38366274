/** A thread that answers questions about files until the ring is closed. */
import { workerData } from 'node:worker_threads';
import { PACK_INSPECTORS } from '#pack/ops/inspectors';
import { joinMeter } from '#threads/read-meter';
import { FileHasher } from './hash-file.ts';
import { HashRing, type SharedRing } from './ring.ts';

const ring = new HashRing(workerData as SharedRing);
joinMeter(ring.shared.meter);
ring.serve(new FileHasher(ring.ahead, PACK_INSPECTORS, () => ring.isClosed));
