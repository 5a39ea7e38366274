/** markdown.v0, text.v0, html.v0 and pdf.v0. */
import { counted } from '#core/count-text';
import type { Format, Prose } from '#core/parsed';
import type { NewHasher } from '#core/ports';
import { missed, passed, type Verdict } from '../assert/assertion.ts';
import type { Run } from '../candidate.ts';
import { Framer } from './framing.ts';
import { framePages, frameProse } from './prose-content.ts';

export function beginProse(format: Format, prose: Prose, newHasher: NewHasher): Run {
  return {
    feeds: [],
    *verdicts() {
      yield { name: `${format}_valid`, verdict: passed(counted(prose.text.length, 'character')) };
      if (format === 'markdown') yield { name: 'has_heading', verdict: atLeastOne(prose.headings.length, 'heading') };
      if (format === 'html') yield { name: 'has_element', verdict: atLeastOne(Number(prose.facts['element_count'] ?? 0), 'element') };
      if (format === 'pdf') yield { name: 'has_page', verdict: atLeastOne(prose.pageCount ?? 0, 'page') };
    },
    content() {
      const framer = new Framer(newHasher);
      framer.text(`${format}.v0`);
      frameProse(framer, prose);
      if (format === 'pdf') framePages(framer, prose);
      const counts = { heading_count: prose.headings.length, table_count: prose.tables.length };
      const pages = format === 'pdf' ? { page_count: prose.pageCount } : {};
      const isUncertain = (prose.warnings ?? []).length > 0;
      return {
        extracted: { ...(format === 'text' ? {} : counts), ...pages, ...prose.facts },
        contentHash: isUncertain ? null : framer.end(),
      };
    },
  };
}

function atLeastOne(count: number, noun: string): Verdict {
  return count > 0 ? passed(counted(count, noun)) : missed(`at least one ${noun}`, 'none');
}
