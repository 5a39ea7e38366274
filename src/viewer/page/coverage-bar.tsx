/** Coverage as a bar that closes: verified, failed, skipped and not selected are all of the expected. */
import { grouped } from '#core/count-text';
import type { Coverage } from './verdict.ts';

const PARTS = [
  ['verified', 'verified'],
  ['failed', 'failed'],
  ['skipped', 'could not be checked'],
  ['not_selected', 'left out or accepted unread'],
] as const;

export function CoverageBar({ coverage }: { readonly coverage: Coverage }) {
  const { expected, extra } = coverage;
  const shown = PARTS.filter(([name]) => coverage[name] > 0);
  const text = shown.map(([name, words]) => `${grouped(coverage[name])} ${words}`).join(', ');
  return (
    <figure class="coverage">
      <div class="bar" role="img" aria-label={`Of ${grouped(expected)} expected: ${text || 'none'}`}>
        {shown.map(([name]) => (
          <span key={name} class={name} style={{ flexGrow: coverage[name] }} />
        ))}
      </div>
      <figcaption>
        {grouped(expected)} expected = {PARTS.map(([name, words]) => `${grouped(coverage[name])} ${words}`).join(' + ')}
        {extra > 0 && `; ${grouped(extra)} more than expected`}
      </figcaption>
    </figure>
  );
}
