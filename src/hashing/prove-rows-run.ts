/** One use of a pool that proves rows of files: questions into the ring, work done here while others work too, answers out in the order asked. */

import { FileHasher } from './hash-file.ts';
import { ENOUGH_FILES, workUntilDone } from './pool-run.ts';
import type { HashCrew } from './pool-threads.ts';
import type { RowsQuestion } from './prove-rows.ts';
import { HashRing } from './ring.ts';

/** The next rows, which fit one question, or undefined when there are none left. */
export type NextRows = () => RowsQuestion | undefined;

/** How long each file is, or `UNPROVEN`; to be read at once. */
export type DeliverRows = (question: RowsQuestion, sizes: Float64Array) => void;

export function proveRows(next: NextRows, { ring, crew }: { ring: HashRing; crew: HashCrew }, deliver: DeliverRows): void {
  const hasher = new FileHasher();
  const asked: RowsQuestion[] = [];
  let question = next();
  let filled = ring.sequence;
  let emptied = filled;
  let files = 0;
  for (;;) {
    for (; question !== undefined && filled - emptied < HashRing.capacity; question = next()) {
      ring.begin(filled);
      ring.addRows(filled, question);
      ring.publish(filled++);
      asked.push(question);
      files += question.to - question.from;
      if (files >= ENOUGH_FILES) crew.gather();
    }
    const oldest = asked.shift();
    if (oldest === undefined) return;
    workUntilDone({ ring, crew, hasher }, emptied);
    deliver(oldest, ring.provenSizes(emptied, oldest.to - oldest.from));
    ring.consumed(emptied++);
  }
}
