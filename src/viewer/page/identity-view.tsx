/** Whether the evidence is the one that was meant: the id that somebody typed, beside the one that was found. */
import type { ComponentChildren } from 'preact';
import { counted } from '#core/count-text';
import { hasId, type Identity, typedId } from './expected-id.ts';
import type { Outcome, VerdictDocument } from './verdict.ts';

const FAULTS = {
  incomplete: 'This is no whole id, so it is compared with nothing: an id has 64 digits, 0 to 9 and a to f.',
  several: 'These are several ids, so none is compared: leave the one that you were sent.',
} as const;

interface FieldProps {
  readonly text: string;
  readonly onText: (text: string) => void;
}

export function ExpectedId({ text, onText }: FieldProps) {
  const { is } = typedId(text);
  const fault = is === 'incomplete' || is === 'several' ? FAULTS[is] : null;
  return (
    <section class="expected" aria-label="The id that you were sent">
      <label for="expected">The id that you were sent with the delivery, if any (sha256:…)</label>
      <input
        id="expected"
        type="text"
        autocomplete="off"
        spellcheck={false}
        value={text}
        aria-describedby={fault === null ? undefined : 'expected-fault'}
        onInput={(event) => onText(event.currentTarget.value)}
      />
      {fault !== null && (
        <p id="expected-fault" class="FAILED">
          {fault}
        </p>
      )}
    </section>
  );
}

interface Props {
  readonly identity: Identity;
  /** The outcome of the evidence, whatever id was expected. */
  readonly outcome: Outcome;
  /** How many pieces of evidence were recognised. */
  readonly count: number;
}

/** What is drawn beside the outcome. Without an id, nothing says that this is the evidence that was meant. */
export function IdentityView({ identity, outcome, count }: Props) {
  if (count === 0 && identity.is === 'none') return null;
  switch (identity.is) {
    case 'none':
      return (
        <Paragraph as="PARTIAL">
          {NOT_COMPARED} Type the id that you were sent, above: without it, anybody may have made this evidence.
        </Paragraph>
      );
    case 'incomplete':
    case 'several':
      return (
        <Paragraph as="FAILED">
          {NOT_COMPARED} {FAULTS[identity.is]}
        </Paragraph>
      );
    case 'same': {
      const { paths, id } = identity;
      const others = count - paths.length;
      return (
        <Paragraph as={outcome === 'OK' ? 'OK' : null}>
          {paths.join(', ')} {paths.length === 1 ? 'has' : 'have'} the id that you typed, <Id of={id} />.
          {others > 0 && ` ${counted(others, 'other piece')} of evidence here ${others === 1 ? 'does' : 'do'} not.`}
        </Paragraph>
      );
    }
    case 'other':
      return (
        <Paragraph as="FAILED">
          {count === 0 ? 'There is no evidence here with' : NOT_MEANT[count === 1 ? 'one' : 'several']} the id that you typed,{' '}
          <Id of={identity.id} />.{' '}
          {identity.stated.length > 0 && `${identity.stated.join(', ')} only states it: it was changed, or could not be verified. `}
          Apart from the id, the outcome is {outcome}, and so says the verdict that you can save.
        </Paragraph>
      );
    default:
      return identity satisfies never;
  }
}

/** What is drawn beside the outcome of one piece of evidence. */
export function HasId({ identity, verdict }: { readonly identity: Identity; readonly verdict: VerdictDocument }) {
  if (identity.is !== 'same' && identity.is !== 'other') return null;
  if (hasId(verdict, identity.id)) return <p class="OK">It has the id that you typed.</p>;
  return <p class={identity.is === 'other' ? 'FAILED' : ''}>It does not have the id that you typed.</p>;
}

const NOT_MEANT = {
  one: 'This is other evidence than you were told of: it does not have',
  several: 'This is other evidence than you were told of: none of it has',
} as const;
const NOT_COMPARED = 'Whether this is the evidence that you were told of is not checked.';

function Id({ of }: { readonly of: string }) {
  return <span class="code">{of}</span>;
}

function Paragraph({ as, children }: { readonly as: Outcome | null; readonly children: ComponentChildren }) {
  return (
    <p id="identity" class={`identity ${as ?? ''}`} role={as === 'FAILED' ? 'alert' : undefined}>
      {children}
    </p>
  );
}
