import { describe, expect, it } from 'vitest';
import { countRead } from '#threads/read-meter';
import { type FakeOptions, fakeContext } from '../../tests/helpers/fake-context.ts';
import { parseLine } from './args.ts';
import type { Command, Invocation, Tool } from './command.ts';
import { createInvocation } from './invocation.ts';
import { isProgressShown, type Progress, type ProgressOptions, startProgress } from './progress.ts';
import type { RunContext } from './run-context.ts';
import { selectCommand } from './select.ts';
import { tools } from './tools.ts';

/** Runs `work` with a clock that `work` advances itself, and returns standard error. */
function follow(
  line: string,
  how: Omit<ProgressOptions, 'tool'>,
  work: (progress: Progress, tick: (ms: number) => void) => void,
  options: FakeOptions = {},
): string {
  let ms = 0;
  const context = fakeContext(line, { now: () => new Date(ms), ...options });
  const invocation = invocationOf(context);
  const progress = startProgress(invocation, { tool: invocation.tool.name, ...how });
  work(progress, (more) => {
    ms += more;
  });
  return context.err();
}

function invocationOf(context: RunContext): Invocation {
  const selection = selectCommand(tools.find(({ binary }) => binary === context.program) as Tool, context.argv);
  const command = selection.command as Command;
  return createInvocation({
    context,
    tool: selection.tool,
    command,
    line: parseLine(selection, command),
    outputHash: undefined,
    output: { isProduct: false },
  });
}

describe('startProgress() with --progress', () => {
  it('reports every 1000 records, after 500 ms, and at the end', () => {
    const text = follow('vacuum --progress', {}, (progress, tick) => {
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
    const text = follow('hashbytes --progress', { total: 3, measure: () => ({ bytes: 7 }) }, (progress) => {
      progress.advance(1);
      progress.done();
    });
    expect(text).toBe(
      '{"type":"progress","tool":"hash","processed":1,"total":3,"percent":33.3,"elapsed_ms":0,"bytes":0,"total_bytes":7}\n',
    );
  });

  it('gives no percentage where the total is unknown', () => {
    const text = follow('hashbytes --progress', { measure: () => null }, (progress) => progress.done());
    expect(text).toBe(
      '{"type":"progress","tool":"hash","processed":0,"total":null,"percent":null,"elapsed_ms":0,"bytes":0,"total_bytes":null}\n',
    );
  });

  it('reports 100 percent where there are no files', () => {
    expect(follow('lock --progress', { total: 0 }, (progress) => progress.done())).toBe(
      '{"elapsed_ms":0,"percent":100.0,"processed":0,"tool":"lock","total":0,"type":"progress"}\n',
    );
  });

  it('writes warnings at once as JSON', () => {
    const warn = (progress: Progress): void => progress.warn('a\n"b', 'Permission denied');
    expect(follow('vacuum --progress', {}, warn)).toBe(
      '{"message":"Permission denied","path":"a\\n\\"b","tool":"vacuum","type":"warning"}\n',
    );
    expect(follow('hashbytes --progress', {}, warn)).toBe(
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
    expect(follow('lock', { total: 80 }, slow, { isTTY: true })).toBe(
      '\r\u001b[Klock [#####···············]  25% 20/80 files · 40/s · 0:02 left' +
        '\r\u001b[Klock [##########··········]  50% 40/80 files · 45/s · 0:01 left' +
        '\r\u001b[Klock: skipped x (gone)\n',
    );
  });

  it('fits the line to the terminal', () => {
    expect(follow('lock', {}, slow, { isTTY: true, columns: 10 })).toBe(
      '\r\u001b[Klock 20 f\r\u001b[Klock 40 f\r\u001b[Klock: skipped x (gone)\n',
    );
  });

  it('stays silent while records are printed on the same terminal, and on a dumb terminal', () => {
    expect(follow('vacuum', { total: 80 }, slow, { isTTY: true })).toBe('vacuum: skipped x (gone)\n');
    expect(follow('lock', { total: 80 }, slow, { isTTY: true, env: { TERM: 'dumb' } })).toBe('lock: skipped x (gone)\n');
    expect(follow('vacuum', { total: 80, isPrintedLast: true }, slow, { isTTY: true })).toContain('vacuum [#');
  });
});

describe('startProgress() where files are read', () => {
  const GB = 1_000_000_000;
  const read = (bytes: number): void => {
    for (let left = bytes; left > 0; left -= GB) countRead(Math.min(left, GB));
  };
  const oneLongFile = (progress: Progress, tick: (ms: number) => void): void => {
    tick(1000);
    read(2 * GB);
    tick(1000);
    read(2 * GB);
    progress.done();
  };
  const measure = () => ({ files: 2, bytes: 8 * GB });

  it('counts bytes while the first file is still being read', () => {
    const drawn = follow('lock --scan x', { measure }, oneLongFile, { isTTY: true });
    expect(drawn.split('\r\u001b[K').slice(1)).toEqual([
      'lock [##··················]  12% 1.0/8.0 GB · 0/2 files · 1.0 GB/s · 0:07 left',
      'lock [#######·············]  37% 3.0/8.0 GB · 0/2 files · 1.3 GB/s · 0:04 left',
      '',
    ]);
  });

  it('reports bytes in JSON lines, every 500 ms, and computes the total only once', () => {
    let asked = 0;
    const counted = () => {
      asked++;
      return { bytes: 8 * GB };
    };
    const lines = follow('lock --scan x --progress', { measure: counted }, oneLongFile).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { bytes: GB, total_bytes: 8 * GB, processed: 0, elapsed_ms: 1000 },
      { bytes: 3 * GB, total_bytes: 8 * GB, processed: 0, elapsed_ms: 2000 },
      { bytes: 4 * GB, total_bytes: 8 * GB, processed: 0, elapsed_ms: 2000 },
    ]);
    expect(asked).toBe(1);
  });

  it('writes a plain line every ten seconds where CI is set, and none before', () => {
    const slowly = (progress: Progress, tick: (ms: number) => void): void => {
      for (let at = 0; at < 21; at++) {
        tick(1000);
        read(GB / 10);
      }
      progress.done();
    };
    expect(follow('lock --scan x', { measure }, slowly, { env: { CI: 'true' } })).toBe(
      'lock: 12% 1.0/8.0 GB · 0/2 files · 100 MB/s · 1:10 left\nlock: 25% 2.0/8.0 GB · 0/2 files · 100 MB/s · 1:00 left\n',
    );
    expect(follow('lock --scan x', { measure }, slowly, { env: { CI: 'false' } })).toBe('');
  });

  it('prints only warnings where another tool of the pipeline draws', () => {
    const warned = (progress: Progress, tick: (ms: number) => void): void => {
      oneLongFile(progress, tick);
      progress.warn('x', 'gone');
    };
    expect(follow('lock', { measure, isSilent: true }, warned, { isTTY: true })).toBe('\r\u001b[Klock: skipped x (gone)\n');
    expect(follow('lock', { measure, isSilent: true }, warned)).toBe('lock: skipped x (gone)\n');
    expect(follow('lock --progress', { isSilent: true }, (progress) => progress.done())).toContain('"type":"progress"');
  });

  it('is no longer called after done()', () => {
    const drawn = follow(
      'lock --scan x',
      { measure },
      (progress, tick) => {
        progress.done();
        tick(5000);
        read(GB);
      },
      { isTTY: true },
    );
    expect(drawn).toBe('');
  });
});

it('isProgressShown() is true on a terminal, in CI and with --progress', () => {
  expect(isProgressShown(invocationOf(fakeContext('lock', { isTTY: true })))).toBe(true);
  expect(isProgressShown(invocationOf(fakeContext('lock', { env: { CI: '1' } })))).toBe(true);
  expect(isProgressShown(invocationOf(fakeContext('lock --progress')))).toBe(true);
  expect(isProgressShown(invocationOf(fakeContext('lock')))).toBe(false);
});

it('startProgress() elsewhere only warns, and never lets a path forge a line', () => {
  const work = (progress: Progress): void => {
    progress.advance(5000);
    progress.warn('a\nlock: all is well', 'gone');
    progress.done();
  };
  expect(follow('vacuum', { total: 80 }, work)).toBe('vacuum: skipped a\\nlock: all is well (gone)\n');
  expect(follow('hashbytes', { total: 80 }, work)).toBe('hash: warning: a\\nlock: all is well: skipped: gone\n');
});

describe('startProgress() with --quiet', () => {
  it.each([
    ['on a terminal', 'lock --quiet', { isTTY: true }],
    ['in CI', 'lock --quiet', { env: { CI: '1' } }],
    ['anywhere', 'lock -q', {}],
  ])('writes only the warnings, %s', (_, line, options) => {
    const text = follow(
      line,
      { total: 2 },
      (progress, tick) => {
        tick(20_000);
        progress.advance(1);
        progress.warn('a', 'No such file');
        tick(20_000);
        progress.advance(1);
        progress.done();
      },
      options,
    );
    expect(text).toBe('lock: skipped a (No such file)\n');
  });
});
