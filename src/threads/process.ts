/**
 * The program of a process that answers questions for a supervised pool. It has one supervised thread, and watches the memory of the whole
 * process, which shows buffers too. After a failure it ends, and the pool starts another. It ends as soon as the pool is gone.
 */
import { Refusal } from '#core/refusal';
import { bytesRead } from './read-meter.ts';
import { type SupervisedPoolOptions, ThreadFailure, tooMuchMemory } from './supervised.ts';
import type { FromProcess, ToProcess } from './supervised-process.ts';
import { SupervisedThread } from './supervised-thread.ts';

const LOOK_EVERY_MS = 20;

interface Numbered {
  readonly index: number;
  readonly question: unknown;
}

let thread: SupervisedThread<Numbered, unknown> | null = null;
let reported = 0;

process.on('message', (message: ToProcess) => {
  if ('options' in message) return begin(message.options);
  send({ kind: 'begun' });
  thread?.ask(message.questions.map((question, index) => ({ index, question })));
});
process.on('disconnect', leave);
// Ctrl-C reaches every process of a terminal; the pool decides what becomes of this one.
process.on('SIGINT', () => {});

function begin(options: SupervisedPoolOptions): void {
  const { memoryMb } = options;
  const before = process.memoryUsage.rss();
  const used = (): number => (process.memoryUsage.rss() - before) / 2 ** 20;
  thread = new SupervisedThread<Numbered, unknown>(options, {
    content: ({ question }) => question,
    onAnswer(item, answer) {
      if (answer instanceof ThreadFailure) fail(item.index, answer);
      else send({ kind: 'answer', answer, isLarge: used() > memoryMb / 2, read: newlyRead() });
    },
    onReturned() {},
    onBroken: (error) =>
      last({ kind: 'broken', message: error instanceof Error ? error.message : String(error), isRefusal: error instanceof Refusal }),
  });
  thread.start();
  setInterval(() => {
    thread?.checkTime();
    if (used() > memoryMb) thread?.end(tooMuchMemory(memoryMb));
    const read = newlyRead();
    if (read > 0) send({ kind: 'read', read });
  }, LOOK_EVERY_MS);
}

function newlyRead(): number {
  const read = bytesRead() - reported;
  reported += read;
  return read;
}

function send(message: FromProcess): void {
  process.send?.(message, undefined, undefined, () => {});
}

function fail(index: number, { what, message }: ThreadFailure): void {
  last({ kind: 'failure', index, what, message });
}

function last(message: FromProcess): void {
  process.send?.(message, undefined, undefined, leave);
}

/** There is nothing to tidy up, and the thread may be in code that cannot be interrupted. */
function leave(): void {
  process.kill(process.pid, 'SIGKILL');
}
