/** Where files are dropped or chosen. */
import { useState } from 'preact/hooks';
import type { PageFile } from '../engine/messages.ts';
import { chosenFiles, droppedFiles } from './dropped.ts';
import { countText, sizeText } from './text.ts';

interface Props {
  readonly files: readonly PageFile[];
  readonly onFiles: (files: readonly PageFile[]) => void;
  readonly onClear: () => void;
  readonly onJudge: () => void;
}

export function Choose({ files, onFiles, onClear, onJudge }: Props) {
  const [isOver, setOver] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const choose = (event: Event): void => {
    const { files: list } = event.currentTarget as HTMLInputElement;
    if (list === null || list.length === 0) return;
    setFailed(null);
    onFiles(chosenFiles(list));
  };
  const take = async (items: DataTransferItemList): Promise<void> => {
    try {
      const dropped = await droppedFiles(items);
      setFailed(dropped.length === 0 ? 'There was no file in it.' : null);
      if (dropped.length > 0) onFiles(dropped);
    } catch (error) {
      setFailed(`The browser did not give its files to this page (${String(error)}). Choose the folder instead.`);
    }
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer !== null) void take(event.dataTransfer.items);
  };
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
      {failed !== null && (
        <p class="FAILED" role="alert">
          Nothing was taken from what you dropped. {failed}
        </p>
      )}
      {files.length > 0 && (
        <p>
          {countText(files.length, 'file')}, {sizeText(size)}{' '}
          <button type="button" onClick={onJudge}>
            Verify again
          </button>{' '}
          <button type="button" onClick={onClear}>
            Start over
          </button>
        </p>
      )}
    </section>
  );
}
