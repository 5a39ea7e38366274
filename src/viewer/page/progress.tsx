/** How far the run is. */
import { counted, grouped } from '#core/count-text';
import { sizeText } from './size-text.ts';

export interface Counts {
  readonly files: number;
  readonly bytes: number;
  readonly ofFiles: number;
  readonly ofBytes: number;
  readonly read: number;
}

export const NO_COUNTS: Counts = { files: 0, bytes: 0, ofFiles: 0, ofBytes: 0, read: 0 };

interface Props {
  readonly counts: Counts;
  readonly isStopped: boolean;
  readonly onStop: () => void;
  readonly onContinue: () => void;
}

export function Progress({ counts, isStopped, onStop, onContinue }: Props) {
  const { files, bytes, ofFiles, ofBytes, read } = counts;
  const text =
    ofFiles === 0
      ? `${sizeText(read)} of documents read`
      : `${grouped(files)} of ${counted(ofFiles, 'file')} hashed, ${sizeText(bytes)} of ${sizeText(ofBytes)}`;
  return (
    <section class="progress" aria-label="Progress">
      <progress max={Math.max(ofBytes, 1)} value={ofFiles === 0 ? undefined : bytes} aria-label={text} />
      <p role="status">{isStopped ? `Stopped. ${text}. Nothing is judged yet.` : text}</p>
      <button type="button" onClick={isStopped ? onContinue : onStop}>
        {isStopped ? 'Go on' : 'Stop'}
      </button>
    </section>
  );
}
