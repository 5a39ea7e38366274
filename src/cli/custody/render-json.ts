/** Verdicts as JSON: one document for all, `verdict.v0` or `verdicts.v0`, or one line each. */
import { encodeUtf8 } from '#core/bytes/utf8';
import { emitVerdict, emitVerdicts, type Verdict } from '#evidence/verdict';
import type { Invocation } from '../command.ts';
import type { Renderer } from './render.ts';

const NEWLINE = encodeUtf8('\n');

/** One verdict alone is `verdict.v0`, unless a search has passed something over, which only `verdicts.v0` can say. */
export function jsonRenderer({ stdout }: Invocation): Renderer {
  const verdicts: Verdict[] = [];
  return {
    verdict: (verdict) => void verdicts.push(verdict),
    end({ passedOver, unknown }) {
      const write = (bytes: Uint8Array): void => stdout.write(bytes);
      const [first] = verdicts;
      if (first !== undefined && verdicts.length === 1 && passedOver.length === 0) emitVerdict(first, write);
      else emitVerdicts({ verdicts, passedOver, unknown }, write);
      write(NEWLINE);
    },
  };
}

/** What a search has passed over comes last, on a line of its own, as `verdicts.v0` without verdicts. */
export function jsonLinesRenderer({ stdout }: Invocation): Renderer {
  const write = (bytes: Uint8Array): void => stdout.write(bytes);
  return {
    verdict(verdict) {
      emitVerdict(verdict, write);
      write(NEWLINE);
    },
    end({ passedOver, unknown }) {
      if (passedOver.length === 0) return;
      emitVerdicts({ verdicts: [], passedOver, unknown }, write);
      write(NEWLINE);
    },
  };
}
