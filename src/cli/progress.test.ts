import { describe, expect, it } from 'vitest';
import { type FakeOptions, fakeWorld } from '../../tests/fake-world.ts';
import { parseLine } from './args.ts';
import type { Command } from './command.ts';
import { createInvocation } from './invocation.ts';
import { type Progress, startProgress } from './progress.ts';
import { select } from './select.ts';

/** Runs `work` with a clock that it moves itself, and gives back standard error. */
function follow(
  line: string,
  total: number | undefined,
  work: (progress: Progress, tick: (ms: number) => void) => void,
  options: FakeOptions = {},
): string {
  let ms = 0;
  const world = fakeWorld(line, { now: () => new Date(ms), ...options });
  const selection = select(world.program, world.argv);
  const command = selection.command as Command;
  const invocation = createInvocation({ world, tool: selection.tool, command, line: parseLine(selection, command), outputHash: undefined });
  const progress = startProgress(invocation, { tool: selection.tool.name, ...(total === undefined ? {} : { total }) });
  work(progress, (more) => {
    ms += more;
  });
  return world.err();
}

describe('startProgress() with --progress', () => {
  it('reports every 1000 records, after 500 ms, and at the end', () => {
    const text = follow('vacuum --progress', undefined, (progress, tick) => {
      progress.advance(999);
      progress.advance(1);
      tick(499);
      progress.advance(1);
      tick(1);
      progress.advance(1);
      progress.done();
    });
    expect(text.split('\n')).toEqual([
      '{"elapsed_ms":0,"processed":1000,"tool":"vacuum","total":null,"type":"progress"}',
      '{"elapsed_ms":500,"processed":1002,"tool":"vacuum","total":null,"type":"progress"}',
      '{"elapsed_ms":500,"processed":1002,"tool":"vacuum","total":null,"type":"progress"}',
      '',
    ]);
  });

  it('gives hash its own key order and a real percentage', () => {
    const text = follow('hashbytes --progress', 3, (progress) => {
      progress.advance(1);
      progress.done();
    });
    expect(text).toBe('{"type":"progress","tool":"hash","processed":1,"total":3,"percent":33.3,"elapsed_ms":0}\n');
  });

  it('gives no percentage where the total is unknown', () => {
    const text = follow('hashbytes --progress', undefined, (progress) => progress.done());
    expect(text).toBe('{"type":"progress","tool":"hash","processed":0,"total":null,"percent":null,"elapsed_ms":0}\n');
  });

  it('says 100 percent of nothing', () => {
    expect(follow('lock --progress', 0, (progress) => progress.done())).toBe(
      '{"elapsed_ms":0,"percent":100.0,"processed":0,"tool":"lock","total":0,"type":"progress"}\n',
    );
  });

  it('writes warnings at once as JSON', () => {
    const warn = (progress: Progress): void => progress.warn('a\n"b', 'Permission denied');
    expect(follow('vacuum --progress', undefined, warn)).toBe(
      '{"message":"Permission denied","path":"a\\n\\"b","tool":"vacuum","type":"warning"}\n',
    );
    expect(follow('hashbytes --progress', undefined, warn)).toBe(
      '{"type":"warning","tool":"hash","path":"a\\n\\"b","message":"Permission denied"}\n',
    );
  });
});

describe('startProgress() on a terminal', () => {
  const slow = (progress: Progress, tick: (ms: number) => void): void => {
    tick(499);
    progress.advance(10);
    tick(1);
    progress.advance(10);
    tick(50);
    progress.advance(10);
    tick(50);
    progress.advance(10);
    progress.warn('x', 'gone');
    progress.done();
  };

  it('draws one line after half a second, at most every 100 ms, and wipes it before a warning', () => {
    expect(follow('lock', 80, slow, { isTTY: true })).toBe(
      '\r\u001b[Klock [#####···············]  25% 20/80 files, 40/s' +
        '\r\u001b[Klock [##########··········]  50% 40/80 files, 67/s' +
        '\r\u001b[Klock: skipped x (gone)\n',
    );
  });

  it('fits the line to the terminal', () => {
    expect(follow('lock', undefined, slow, { isTTY: true, columns: 10 })).toBe(
      '\r\u001b[Klock 20 f\r\u001b[Klock 40 f\r\u001b[Klock: skipped x (gone)\n',
    );
  });

  it('stays silent while records scroll over the same screen, and on a dumb terminal', () => {
    expect(follow('vacuum', 80, slow, { isTTY: true })).toBe('vacuum: skipped x (gone)\n');
    expect(follow('lock', 80, slow, { isTTY: true, env: { TERM: 'dumb' } })).toBe('lock: skipped x (gone)\n');
  });
});

describe('startProgress() elsewhere', () => {
  it('only warns, and never lets a path forge a line', () => {
    const work = (progress: Progress): void => {
      progress.advance(5000);
      progress.warn('a\nlock: all is well', 'gone');
      progress.done();
    };
    expect(follow('vacuum', 80, work)).toBe('vacuum: skipped a\\nlock: all is well (gone)\n');
    expect(follow('hashbytes', 80, work)).toBe('hash: warning: a\\nlock: all is well: skipped: gone\n');
  });
});
