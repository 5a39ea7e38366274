/** A thread for the tests of supervised pools: it doubles numbers, and does what a hostile file might make a parser do. */
import { serveQuestions, threadData } from '#threads/thread-side';

const { factor } = threadData() as { readonly factor: number };
const hoard: number[][] = [];
const buffers: Buffer[] = [];

serveQuestions(async (question: number | string) => {
  if (typeof question === 'number') return question * factor;
  switch (question) {
    case 'for ever':
      for (;;);
    case 'wait for ever':
      return new Promise(() => {});
    case 'hoard':
      for (;;) hoard.push(Array.from({ length: 100_000 }, () => hoard.length));
    case 'talk':
      process.stdout.write('among the records');
      process.stderr.write('among the warnings');
      return question;
    case 'hoard buffers':
      for (;;) {
        buffers.push(Buffer.alloc(1 << 24, 1));
        // Slow enough that the pool measures the memory in between.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      }
    case 'keep 40 MiB':
      buffers.push(Buffer.alloc(40 << 20, 1));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      return question;
    case 'pid':
      return process.pid;
    case 'throw':
      throw new Error('thrown by the parser');
    case 'throw later':
      setTimeout(() => {
        throw new Error('thrown later');
      }, 1);
      return new Promise(() => {});
    case 'leave':
      process.exit(0);
    case 'SIGKILL':
    case 'SIGTERM':
      process.kill(process.pid, question);
      return new Promise(() => {});
  }
  return question;
});
