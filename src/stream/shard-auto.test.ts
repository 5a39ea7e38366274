import { describe, expect, it } from 'vitest';
import { shardFromEngine } from './shard-auto.ts';

const slurm = (id: string, count: string, min: string, max: string, step = '1') => ({
  SLURM_ARRAY_TASK_ID: id,
  SLURM_ARRAY_TASK_COUNT: count,
  SLURM_ARRAY_TASK_MIN: min,
  SLURM_ARRAY_TASK_MAX: max,
  SLURM_ARRAY_TASK_STEP: step,
});
const batch = { AWS_BATCH_JOB_ARRAY_INDEX: '3', AWS_BATCH_JOB_ARRAY_SIZE: '8' };

describe('shardFromEngine()', () => {
  it.each([
    ['a whole Slurm array', slurm('3', '8', '0', '7'), null, 3, 8, 'Slurm'],
    ['a part of a Slurm array, with the count given', slurm('7', '2', '3', '7'), 8, 7, 8, 'Slurm'],
    ['a Kubernetes job, with the count given', { JOB_COMPLETION_INDEX: '0' }, 8, 0, 8, 'Kubernetes'],
    ['an AWS Batch array', batch, null, 3, 8, 'AWS Batch'],
    ['an AWS Batch array, with the same count given', batch, 8, 3, 8, 'AWS Batch'],
    ['GNU parallel, which counts from 1', { PARALLEL_SEQ: '8', PARALLEL_JOBSLOT: '2' }, 8, 7, 8, 'GNU parallel'],
    ['an empty variable of another engine', { ...batch, PARALLEL_SEQ: '' }, null, 3, 8, 'AWS Batch'],
  ])('takes the shard of %s', (_, env, given, index, count, engine) =>
    expect(shardFromEngine(env, given)).toMatchObject({ shard: { index, count }, engine }),
  );

  it('names the variables that it used', () =>
    expect(shardFromEngine(batch, null).used).toEqual(['AWS_BATCH_JOB_ARRAY_INDEX=3', 'AWS_BATCH_JOB_ARRAY_SIZE=8']));

  it.each([
    ['no engine', {}, null, 'no array variable is set'],
    ['a task of its own with the job id alone', { SLURM_JOB_ID: '12' }, null, 'no array variable is set'],
    ['two failed tasks that were submitted again', slurm('3', '2', '3', '7'), null, 'may be a part of the tasks'],
    ['a Slurm array with steps', slurm('1', '4', '1', '7', '2'), null, 'may be a part of the tasks'],
    ['a Slurm array from 1', slurm('1', '8', '1', '8'), null, 'may be a part of the tasks'],
    ['a Slurm array without its step', { ...slurm('1', '8', '0', '7'), SLURM_ARRAY_TASK_STEP: '' }, null, 'may be a part of the tasks'],
    ['a Slurm index above the count', slurm('8', '2', '3', '8'), 8, 'index 8 is not below'],
    ['a Kubernetes job without the count', { JOB_COMPLETION_INDEX: '3' }, null, 'does not tell the number of tasks'],
    ['GNU parallel without the count', { PARALLEL_SEQ: '3' }, null, 'does not tell the number of tasks'],
    ['a GNU parallel sequence of 0', { PARALLEL_SEQ: '0' }, 8, 'no index from 1'],
    ['an AWS Batch array without its size', { AWS_BATCH_JOB_ARRAY_INDEX: '3' }, null, 'AWS_BATCH_JOB_ARRAY_SIZE is not set'],
    ['an AWS Batch array whose size is no number', { ...batch, AWS_BATCH_JOB_ARRAY_SIZE: '8x' }, null, 'not a whole number'],
    ['an AWS Batch array of another size than given', batch, 9, 'AWS_BATCH_JOB_ARRAY_SIZE is not 9'],
    ['a size of 0', { ...batch, AWS_BATCH_JOB_ARRAY_SIZE: '0' }, null, 'not below'],
    ['an index that is no number', { JOB_COMPLETION_INDEX: '3x' }, 8, 'no index from 0'],
    ['two engines', { ...batch, PARALLEL_SEQ: '1' }, null, 'variables of AWS Batch and GNU parallel are set'],
    ['two engines, with the count given', { ...slurm('3', '8', '0', '7'), PARALLEL_SEQ: '1' }, 8, 'Slurm and GNU parallel'],
  ])('refuses %s', (_, env, given, error) => expect(() => shardFromEngine(env, given)).toRefuse('E_SHARD', {}, error));
});
