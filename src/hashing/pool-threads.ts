/** The other threads of a pool: started when there is work for them, joined by more while all wait for the disk. */
import { closeSync, openSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { errorCode } from '#disk/os-error';
import { builtFile } from '#installation/paths';
import type { HashRing } from './ring.ts';

const LOOK_EVERY_MS = 200;
/** Busy threads use nearly all their time; where blocks come from the disk and they use less than this, they wait for it. */
const WAITING_SHARE = 0.6;
/** A thread has four and opens a file, two for a copy; the rest is for folders, the ledger and the output. */
const DESCRIPTORS = { thread: 6, rest: 8 };

export class HashCrew {
  readonly #ring: HashRing;
  #wanted: number;
  #most: number;
  readonly #workers: Worker[] = [];
  #looked = 0;
  #used = 0;
  #fsRead = 0;

  constructor(ring: HashRing, threads: number | undefined) {
    this.#ring = ring;
    this.#wanted = Math.max(1, threads ?? availableParallelism()) - 1;
    this.#most = threads === undefined ? availableParallelism() * 2 - 1 : this.#wanted;
  }

  gather(): void {
    if (this.#workers.length >= this.#wanted) return;
    if (this.#workers.length === 0) this.#most = affordable(this.#most);
    this.#wanted = Math.min(this.#wanted, this.#most);
    while (this.#workers.length < this.#wanted) this.#hire();
  }

  /** Now and then: if the threads mostly wait, one more joins. */
  look(): void {
    if (this.#workers.length === 0 || this.#workers.length >= this.#most) return;
    const now = performance.now();
    if (now - this.#looked < LOOK_EVERY_MS) return;
    const { userCPUTime, systemCPUTime, fsRead } = process.resourceUsage();
    const used = (userCPUTime + systemCPUTime) / 1000;
    const share = (used - this.#used) / ((now - this.#looked) * (this.#workers.length + 1));
    const isReading = fsRead > this.#fsRead;
    const isFirst = this.#looked === 0;
    this.#looked = now;
    this.#used = used;
    this.#fsRead = fsRead;
    if (!isFirst && isReading && share < WAITING_SHARE) this.#hire();
  }

  /** A thread that cannot start, or fails, leaves its work to the others. */
  #hire(): void {
    const file = builtFile('hash-worker');
    try {
      const worker = new Worker(file, { workerData: this.#ring.shared, execArgv: [], stdin: false, trackUnmanagedFds: false });
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

  /** The threads end with the file they are at; no other joins. */
  dismiss(): void {
    this.#wanted = 0;
    this.#most = 0;
    this.#ring.close();
  }
}

/** As many threads as there are descriptors for: one that gets only some of its own fails and keeps them, until none is left to anyone. */
function affordable(threads: number): number {
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
