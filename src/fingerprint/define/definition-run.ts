/** The judging of one file by one definition. Assertions and extractions are begun in order, so that a `$x` is bound before it is used. */
import { emptyObject, type JsonValue } from '#core/json/value';
import type { NewHasher } from '#core/ports';
import type { Feed, Scope, ValueFeed } from '../assert/assertion.ts';
import type { Run } from '../candidate.ts';
import { contentHash } from './content-hash.ts';
import type { NamedAssertion } from './read-assertions.ts';
import type { NamedExtract } from './read-extracts.ts';

export interface Rules {
  readonly assertions: readonly NamedAssertion[];
  readonly extracts: readonly NamedExtract[];
  /** The names of the extracts that the content hash covers. */
  readonly over: readonly string[] | null;
}

/** Values in a font that does not say which characters it shows may look different in another file. */
function isGuessed({ parsed }: Scope): boolean {
  return parsed.kind === 'prose' && (parsed.warnings ?? []).some(({ code }) => code === 'W_UNREADABLE_FONT');
}

export function beginDefinition({ assertions, extracts, over }: Rules, scope: Scope, newHasher: NewHasher): Run {
  const judges = assertions.map((assertion) => ({ name: assertion.name, severity: assertion.severity, judge: assertion.begin(scope) }));
  const extractions = extracts.map((extract) => ({ name: extract.name, extraction: extract.begin(scope, newHasher) }));
  const feeds = [...judges.map(({ judge }) => judge.feed), ...extractions.map(({ extraction }) => extraction.feed)];
  const byValue = feeds.filter((feed): feed is ValueFeed => feed !== undefined && 'value' in feed);
  let values = 0;
  return {
    feeds: feeds.filter((feed): feed is Feed => feed !== undefined && !('value' in feed)),
    onValue(value) {
      values++;
      for (const feed of byValue) feed.value(value, values);
    },
    *verdicts() {
      for (const { name, severity, judge } of judges) yield { name, severity, verdict: judge.verdict() };
    },
    content() {
      const extracted = emptyObject();
      const found = new Map<string, JsonValue>();
      let isComplete = true;
      for (const { name, extraction } of extractions) {
        const result = extraction.result();
        if (result === null) continue;
        extracted[name] = result.shown;
        if (result.values === null) isComplete = false;
        else found.set(name, result.values);
      }
      const covered = new Map([...found].filter(([name]) => over?.includes(name)));
      const isHashed = over !== null && isComplete && !isGuessed(scope);
      return { extracted, values: covered, contentHash: isHashed ? contentHash(over, found, newHasher) : null };
    },
  };
}
