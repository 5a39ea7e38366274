/** The additional threads of a pool. They are started when there is enough work; more are added while all threads wait for the disk. */
import { closeSync, openSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { errorCode } from '#disk/os-error';
import { builtFile } from '#installation/paths';
import { uptimeMs } from '#threads/clock';
import type { HashRing } from './ring.ts';

const CHECK_EVERY_MS = 200;
/** A busy thread uses nearly all its time. If data comes from the disk and the threads use a smaller share than this, they wait for it. */
const WAITING_SHARE = 0.6;
/** A thread has four descriptors of its own and opens one file, or two for a copy. The rest is for folders, the ledger and the output. */
const DESCRIPTORS = { thread: 6, rest: 8 };

export class PoolThreads {
  readonly #ring: HashRing;
  #wanted: number;
  #most: number;
  readonly #workers: Worker[] = [];
  #checked = 0;
  #used = 0;
  #fsRead = 0;

  constructor(ring: HashRing, threads: number | undefined) {
    this.#ring = ring;
    this.#wanted = Math.max(1, threads ?? availableParallelism()) - 1;
    this.#most = threads === undefined ? availableParallelism() * 2 - 1 : this.#wanted;
  }

  start(): void {
    if (this.#workers.length >= this.#wanted) return;
    if (this.#workers.length === 0) this.#most = withinDescriptors(this.#most);
    this.#wanted = Math.min(this.#wanted, this.#most);
    while (this.#workers.length < this.#wanted) this.#startThread();
  }

  /** Called often: if the threads mostly wait, one more is started. */
  addWhileWaiting(): void {
    if (this.#workers.length === 0 || this.#workers.length >= this.#most) return;
    const now = uptimeMs();
    if (now - this.#checked < CHECK_EVERY_MS) return;
    const { userCPUTime, systemCPUTime, fsRead } = process.resourceUsage();
    const used = (userCPUTime + systemCPUTime) / 1000;
    const share = (used - this.#used) / ((now - this.#checked) * (this.#workers.length + 1));
    const isReading = fsRead > this.#fsRead;
    const isFirst = this.#checked === 0;
    this.#checked = now;
    this.#used = used;
    this.#fsRead = fsRead;
    if (!isFirst && isReading && share < WAITING_SHARE) this.#startThread();
  }

  /** If a thread cannot start or fails, the others do its work. */
  #startThread(): void {
    const file = builtFile('hash-worker');
    try {
      // Loaded here: it costs a millisecond, and a few files need no other thread.
      const threads = process.getBuiltinModule('node:worker_threads');
      const worker = new threads.Worker(file, { workerData: this.#ring.shared, execArgv: [], stdin: false, trackUnmanagedFds: false });
      worker.on('error', () => {});
      worker.unref();
      this.#workers.push(worker);
    } catch {
      this.#most = this.#workers.length;
      this.#wanted = this.#workers.length;
    }
  }

  get isAlone(): boolean {
    return this.#workers.length === 0 || this.#most === 0;
  }

  /** Each thread ends after its current file; no new one is started. */
  stop(): void {
    this.#wanted = 0;
    this.#most = 0;
    this.#ring.close();
  }
}

/**
 * As many threads as there are descriptors for. A thread that gets only some of the descriptors it needs fails and keeps them, until no
 * thread has any.
 */
function withinDescriptors(threads: number): number {
  const file = builtFile('hash-worker');
  const free: number[] = [];
  try {
    while (free.length < threads * DESCRIPTORS.thread + DESCRIPTORS.rest) free.push(openSync(file, 'r'));
  } catch (error) {
    if (errorCode(error) !== 'EMFILE' && errorCode(error) !== 'ENFILE') throw error;
  } finally {
    for (const fd of free) closeSync(fd);
  }
  return Math.max(0, Math.floor((free.length - DESCRIPTORS.rest) / DESCRIPTORS.thread));
}
