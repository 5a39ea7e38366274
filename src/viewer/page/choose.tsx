/** Where files are dropped or chosen. */

import { useRef, useState } from 'preact/hooks';
import { counted } from '#core/count-text';
import type { PageFile } from '../engine/messages.ts';
import { chosenFiles, type Dropped, droppedFiles, HIDDEN_NAMES } from './dropped-files.ts';
import { sizeText } from './size-text.ts';

const NO_FILE = 'There was no file in it.';
const SHOWN = 20;

/** What the page says about the files that were given at one time. */
export interface Part {
  /** Paths that several of them have. */
  readonly twice: readonly string[];
  readonly hidesNames: boolean;
}

interface Props {
  readonly files: readonly PageFile[];
  /** They came with the page, and no others were given. */
  readonly isOwn: boolean;
  readonly parts: readonly Part[];
  readonly onFiles: (given: Dropped) => void;
  readonly onClear: () => void;
  readonly onJudge: () => void;
}

export function Choose({ files, isOwn, parts, onFiles, onClear, onJudge }: Props) {
  const [isOver, setOver] = useState(false);
  /** How many folders that were dropped are still read. */
  const [looking, setLooking] = useState(0);
  const lastTaken = useRef(Promise.resolve());
  const clears = useRef(0);
  const [failed, setFailed] = useState<string | null>(null);
  const choose = (event: Event): void => {
    const input = event.currentTarget as HTMLInputElement;
    const chosen = chosenFiles(input.files);
    // Without this a browser reports nothing when the same folder is chosen again.
    input.value = '';
    setFailed(chosen.length === 0 ? NO_FILE : null);
    if (chosen.length > 0) onFiles({ files: chosen, hidesNames: false });
  };
  /** In the order in which they were dropped. What was dropped before all was cleared is not taken any more. */
  const take = async (found: Promise<Dropped>, before: Promise<void>, clear: number): Promise<void> => {
    setLooking((count) => count + 1);
    try {
      await Promise.allSettled([found, before]);
      const dropped = await found;
      if (clear !== clears.current) return;
      setFailed(dropped.files.length === 0 ? NO_FILE : null);
      if (dropped.files.length > 0) onFiles(dropped);
    } catch (error) {
      if (clear !== clears.current) return;
      setFailed(`The browser did not give its files to this page (${String(error)}). Choose the folder instead.`);
    } finally {
      setLooking((count) => count - 1);
    }
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer !== null) lastTaken.current = take(droppedFiles(event.dataTransfer.items), lastTaken.current, clears.current);
  };
  const clear = (): void => {
    clears.current++;
    setFailed(null);
    onClear();
  };
  const twice = parts.flatMap((part) => part.twice);
  const size = files.reduce((sum, { file }) => sum + file.size, 0);
  return (
    <section
      class={isOver ? 'choose over' : 'choose'}
      aria-label="Files to verify"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>
        Drop the folder of a delivery here, with its lock, or a pack, or an archive of a pack. Or choose{' '}
        <label class="button">
          a folder
          <input id="folder" type="file" multiple {...{ webkitdirectory: true }} onChange={choose} />
        </label>{' '}
        or{' '}
        <label class="button">
          files
          <input id="files" type="file" multiple onChange={choose} />
        </label>
      </p>
      {looking > 0 && (
        <p role="status">
          Looking through what you dropped…
          {files.length > 0 && ' What is shown here is about what was there before.'}
        </p>
      )}
      {failed !== null && (
        <p class="FAILED" role="alert">
          Nothing was taken from what you gave. {failed}
          {files.length > 0 && ' What is shown here is about what was there before.'}
        </p>
      )}
      {twice.length > 0 && (
        <p class="FAILED" role="alert">
          More than one file was given as {twice.slice(0, SHOWN).join(', ')}
          {twice.length > SHOWN && ` and ${counted(twice.length - SHOWN, 'other path')}`}: only the last of each is judged. Start over, and
          give the whole folder.
        </p>
      )}
      {parts.some(({ hidesNames }) => hidesNames) && <p class="PARTIAL">{HIDDEN_NAMES}</p>}
      {files.length > 0 && (
        <p>
          {counted(files.length, 'file')}, {sizeText(size)}
          {isOwn && ', which came with this page'}
          {parts.length > 1 && `, given in ${parts.length} parts, which are judged together`}{' '}
          <button type="button" onClick={onJudge}>
            {isOwn ? 'Verify these files' : 'Verify again'}
          </button>
          {!isOwn && (
            <>
              {' '}
              <button type="button" onClick={clear}>
                Start over
              </button>
            </>
          )}
        </p>
      )}
    </section>
  );
}
