/** One line that describes the machine on which the figures were measured. */
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';

export function describeMachine() {
  const cores = `${availableParallelism()} cores of ${cpus()[0]?.model.trim() ?? 'an unknown CPU'}`;
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `${cores}, ${memory}, ${type()} ${release()}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
}
