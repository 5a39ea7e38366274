/**
 * A real Slurm of one node, from Debian's packages, with its own folder and on free ports of this machine. There is no systemd, database or
 * cgroup.
 *
 *     const slurm = await startSlurm();
 *     const id = slurm.submit(folder, ['scan.sbatch'], { ROOT: 'data' });
 *     await slurm.ended(id);
 *     slurm.task(id, 3)                                 { state: 'COMPLETED', exit: '0:0', restarts: 0 }
 *     afterAll(slurm.stop);
 *
 * `noSlurm` says why none is available on this machine; undefined where one is.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, hostname, tmpdir, totalmem, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { debianProgram } from './debian-programs.ts';

export interface Task {
  readonly state: string;
  /** Exit code and signal: `0:9` after a SIGKILL. */
  readonly exit: string;
  readonly restarts: number;
}

export interface Slurm {
  /** The id of a new job, which starts in the folder with these variables. */
  submit(folder: string, words: readonly string[], env: Readonly<Record<string, string>>): string;
  task(id: string, index?: number): Task;
  /** Runs a failed task again. */
  requeue(id: string, index: number): void;
  /** Waits until no task of the job waits or runs. */
  ended(id: string): Promise<void>;
  stop(): Promise<void>;
}

const PACKAGES = ['slurmd', 'slurmctld', 'slurm-client', 'slurm-wlm-basic-plugins', 'munge'];
const START_MS = 180_000;
/** The least that Slurm accepts. */
const CREDENTIAL_S = 5;

const program = await debianProgram('slurmd-wlm', ...PACKAGES);
export const noSlurm = typeof program === 'string' ? program : undefined;

/** Ends the daemons when standard input ends: a killed test leaves no process behind. */
const GUARD = `
"$USR/sbin/munged" --foreground --key-file="$PWD/munge/key" --socket="$PWD/run/munge" --pid-file="$PWD/run/munged.pid" \\
  --log-file="$PWD/log/munged" --seed-file="$PWD/munge/seed" < /dev/null & munged=$!
until [ -S run/munge ] || ! kill -0 $munged; do sleep 0.1; done
"$USR/sbin/slurmctld-wlm" -D -f "$SLURM_CONF" < /dev/null & controller=$!
"$USR/sbin/slurmd-wlm" -D -f "$SLURM_CONF" -N node -d "$USR/sbin/slurmstepd-wlm" < /dev/null & node=$!
read -r _
kill -9 $node $controller $munged; wait`;

export async function startSlurm(): Promise<Slurm> {
  if (typeof program === 'string') throw new Error(program);
  const usr = dirname(dirname(program.path));
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'custody-slurm-')));
  // munged requires that others can reach its socket.
  chmodSync(folder, 0o711);
  for (const name of ['munge', 'state', 'spool', 'log', 'run']) mkdirSync(join(folder, name), { mode: name === 'munge' ? 0o700 : 0o755 });
  writeFileSync(join(folder, 'munge/key'), Buffer.alloc(1024, folder), { mode: 0o600 });
  const config = join(folder, 'slurm.conf');
  writeFileSync(config, settings(folder, usr, [await freePort(), await freePort()]));
  const env = { ...process.env, ...program.env, USR: usr, SLURM_CONF: config };
  const child = spawn('sh', ['-c', GUARD], { cwd: folder, env, stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => void (said = (said + bytes.toString()).slice(-4096)));
  const stopped = once(child, 'close');
  const client = (name: string, words: readonly string[], cwd = folder, more: Readonly<Record<string, string>> = {}): string => {
    const { status, stdout, stderr } = spawnSync(join(usr, 'bin', name), words, { cwd, env: { ...env, ...more }, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name} ${words.join(' ')}: ${stderr}`);
    return stdout;
  };
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await stopped;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await until(
      () => tried(() => client('sinfo', ['-h', '-o', '%T'])).includes('idle'),
      () => `Slurm did not start: ${said}`,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    stop,
    submit: (cwd, words, more) => client('sbatch', ['--parsable', ...words], cwd, more).trim(),
    requeue: (id, index) => void client('scontrol', ['requeue', `${id}_${index}`]),
    task(id, index) {
      const text = client('scontrol', ['show', 'job', '-o', index === undefined ? id : `${id}_${index}`]);
      const field = (name: string): string => new RegExp(`\\b${name}=(\\S+)`).exec(text)?.[1] ?? '';
      return { state: field('JobState'), exit: field('ExitCode'), restarts: Number(field('Restarts')) };
    },
    ended: (id) =>
      until(
        () => client('squeue', ['-h', '-o', '%T', '-j', id]).trim() === '',
        () => `job ${id} did not end: ${said}`,
      ),
  };
}

async function until(isDone: () => boolean, problem: () => string): Promise<void> {
  for (const limit = Date.now() + START_MS; !isDone(); ) {
    if (Date.now() > limit) throw new Error(problem());
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function tried(run: () => string): string {
  try {
    return run();
  } catch {
    return '';
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** A requeued task waits until its credential has expired. */
function settings(folder: string, usr: string, [controller, node]: readonly [number, number]): string {
  const lib = join(usr, 'lib');
  const plugins = readdirSync(lib)
    .map((name) => join(lib, name, 'slurm-wlm'))
    .find((place) => existsSync(place));
  const { username } = userInfo();
  return `ClusterName=one
SlurmctldHost=${hostname().split('.')[0]}(127.0.0.1)
SlurmctldPort=${controller}
SlurmdPort=${node}
PluginDir=${plugins}
AuthType=auth/munge
AuthInfo=socket=${folder}/run/munge,cred_expire=${CREDENTIAL_S}
CredType=cred/munge
SlurmUser=${username}
SlurmdUser=${username}
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool
SlurmctldPidFile=${folder}/run/slurmctld.pid
SlurmdPidFile=${folder}/run/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=1
RequeueExit=75
KillWait=2
ReturnToService=2
MinJobAge=300
NodeName=node NodeHostname=${hostname().split('.')[0]} NodeAddr=127.0.0.1 CPUs=${availableParallelism()} RealMemory=${Math.floor(totalmem() / 2 ** 21)} State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`;
}
