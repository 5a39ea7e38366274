/**
 * Two pictures, compared as a person would from some distance: both are drawn on a grid of few cells. Another font moves letters and lines a
 * little, and passes; a part that is missing, empty, at another place or of another colour does not.
 */
import type { Page } from 'playwright-core';
import type { Pixels } from './small-png.ts';

export interface Difference {
  /** How the heights are related, for the same width. */
  readonly height: number;
  /** The mean difference of all cells, of 255. */
  readonly mean: number;
  /** The share of the cells that differ strongly. */
  readonly strong: number;
}

/** Runs in a browser, which reads PNG; the page must allow images of data. */
export function differenceOf(page: Page, one: Buffer, two: Buffer): Promise<Difference> {
  return page.evaluate(
    async ([first, second]) => {
      const [a, b] = await Promise.all([imageOf(first), imageOf(second)]);
      const [width, height] = [40, Math.max(8, Math.round((40 * a.naturalHeight) / a.naturalWidth))];
      const [left, right] = [cellsOf(a), cellsOf(b)];
      let [sum, strong] = [0, 0];
      for (let cell = 0; cell < left.length; cell += 4) {
        const distances = [0, 1, 2].map((channel) => Math.abs((left[cell + channel] ?? 0) - (right[cell + channel] ?? 0)));
        sum += (distances[0] as number) + (distances[1] as number) + (distances[2] as number);
        if (Math.max(...distances) > 80) strong++;
      }
      const cells = left.length / 4;
      return {
        height: (b.naturalHeight * a.naturalWidth) / (a.naturalHeight * b.naturalWidth),
        mean: sum / 3 / cells,
        strong: strong / cells,
      };

      async function imageOf(base64: string): Promise<HTMLImageElement> {
        const image = new Image();
        image.src = `data:image/png;base64,${base64}`;
        await image.decode();
        return image;
      }
      function cellsOf(image: HTMLImageElement): Uint8ClampedArray {
        const context = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D;
        context.imageSmoothingQuality = 'high';
        context.drawImage(image, 0, 0, width, height);
        return context.getImageData(0, 0, width, height).data;
      }
    },
    [one.toString('base64'), two.toString('base64')] as const,
  );
}

export async function pixelsOf(page: Page, png: Buffer): Promise<Pixels> {
  const { width, height, base64 } = await page.evaluate(async (text) => {
    const image = new Image();
    image.src = `data:image/png;base64,${text}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let binary = '';
    for (let at = 0; at < data.length; at += 8192) binary += String.fromCharCode(...data.subarray(at, at + 8192));
    return { width: canvas.width, height: canvas.height, base64: btoa(binary) };
  }, png.toString('base64'));
  return { width, height, rgba: Buffer.from(base64, 'base64') };
}
