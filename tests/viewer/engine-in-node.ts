/**
 * The worker of the built page, run in a context of its own that has what a browser gives to a worker and nothing of Node.
 *
 *     await judgeInPage(folder, '.')      the bytes that the page saves
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, Script } from 'node:vm';
import type { FromWorker, Judge } from '../../src/viewer/engine/messages.ts';

const PAGE = fileURLToPath(new URL('../../dist/custody-verify.html', import.meta.url));

class GivenFile {
  readonly bytes: Uint8Array;
  readonly lastModified: number;

  constructor(bytes: Uint8Array, lastModified: number) {
    this.bytes = bytes;
    this.lastModified = lastModified;
  }
  get size(): number {
    return this.bytes.length;
  }
  slice(start: number, end: number): GivenFile {
    return new GivenFile(this.bytes.subarray(start, end), this.lastModified);
  }
  async arrayBuffer(): Promise<ArrayBuffer> {
    return Uint8Array.from(this.bytes).buffer;
  }
}

class FileReaderSync {
  readAsArrayBuffer({ bytes }: GivenFile): ArrayBuffer {
    return Uint8Array.from(bytes).buffer;
  }
}

let script: Script | undefined;

function worker(): Script {
  if (script !== undefined) return script;
  const codes = [...readFileSync(PAGE, 'utf8').matchAll(/<script type="text\/plain" id="(?:hashing|engine)">([^]*?)<\/script>/g)];
  script = new Script(codes.map(([, code]) => code).join('\n'), { filename: 'page-worker.js' });
  return script;
}

/** Links and special files are left out, as a browser does. */
export function filesIn(folder: string, below = ''): Judge['files'] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) return filesIn(folder, path);
    if (!entry.isFile()) return [];
    const file = new GivenFile(readFileSync(join(folder, path)), Math.floor(statSync(join(folder, path)).mtimeMs));
    return [{ path, file: file as unknown as File }];
  });
}

type Options = Partial<Pick<Judge, 'root' | 'trusted' | 'at'>>;

export async function judgeInPage(files: Judge['files'], given: string, options: Options = {}): Promise<string> {
  const question: Judge = { kind: 'judge', files, given, root: null, known: [], trusted: null, at: Date.now(), ...options };
  const answer = await new Promise<FromWorker>((resolve) => {
    let listen: (event: { data: Judge }) => void = () => {};
    const self = {
      addEventListener: (_: 'message', listener: typeof listen) => void (listen = listener),
      postMessage: (message: FromWorker) => void (message.kind === 'progress' || resolve(message)),
    };
    const { WebAssembly, crypto } = globalThis as unknown as { WebAssembly: object; crypto: object };
    const browser = { self, FileReaderSync, WebAssembly, crypto, TextDecoder, TextEncoder, performance, URL, queueMicrotask, atob, btoa };
    worker().runInContext(createContext(browser));
    listen({ data: question });
  });
  if (answer.kind !== 'judged') throw new Error(answer.kind === 'failed' ? answer.message : answer.kind);
  return Buffer.from(answer.json).toString();
}
