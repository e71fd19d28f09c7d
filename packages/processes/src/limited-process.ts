import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { lowerPriority, lowerSessionPriority } from './priority.ts'
import { descendantsOf, readText } from './process-tree.ts'
import { forgetNetworkNamespaces, withoutNetwork } from './without-network.ts'

/*
 * Child processes with limits. DuckDB's limit covers only its buffers, and V8's only its heap: one query of
 * `range(500000000)` took 6.1 GB in 9 s with DuckDB limited to 128 MB. So the limit here applies to the resident memory
 * of the process and all its descendants. The parent measures this memory every 100 ms, so even a child that blocks its
 * event loop is measured. Between two measurements, the kernel enforces RLIMIT_DATA, which is set before the program
 * starts. Each descendant inherits it, but is limited separately. RLIMIT_DATA is far above the memory limit, because it
 * also counts memory that is reserved but never used: for a table of 50,000 columns, each thread of DuckDB reserves
 * 1.6 GB.
 */

const SAMPLE_MS = 100
const RESERVED_BYTES = 3_000_000_000
/**
 * Exit code of a failed `unshare`. If the program itself exits with this code, the only effect is an unnecessary check.
 */
const UNSHARE_FAILED = 1

interface Limits {
  memoryBytes: number
  /** Maximum number of processes in the tree. Default: no limit. */
  processes?: number
  /**
   * If false, and if the system supports it, the program and its descendants cannot reach other machines or ports of
   * this machine. Default: true.
   */
  hasNetwork?: boolean
  /** Added to the niceness of this process. */
  niceness: number
}

/** A child process whose memory is measured together with that of its descendants. */
export interface LimitedProcess {
  child: ChildProcess
  /**
   * Returns the resident memory, in bytes, of the process and its descendants. 0 without limits, or on systems without
   * /proc.
   */
  memory(): number
  /** Returns the highest memory, in bytes, that was measured since the last call. */
  peakMemory(): number
  /** Returns how many bytes the process has read and written so far. 0 on systems without /proc. */
  transferred(): { read: number; written: number }
}

/**
 * Forks a program whose priority is lower than that of this process and the database. An infinite limit means no limit.
 * `onExceeded` is called once if the program exceeds a limit; the caller must then kill the program.
 */
export function forkLimited(
  entry: string,
  {
    memoryBytes,
    processes = Number.POSITIVE_INFINITY,
    hasNetwork = true,
    niceness,
    onExceeded,
    ...options
  }: ForkOptions & Limits & { onExceeded(limit: 'memory' | 'processes'): void },
): LimitedProcess {
  const nodeOptions = options.execArgv ?? process.execArgv
  const child = fork(entry, [], { ...options, ...commandOf(nodeOptions, { memoryBytes, hasNetwork }) })
  if (!hasNetwork) child.once('exit', (code) => code === UNSHARE_FAILED && forgetNetworkNamespaces())
  if (child.pid !== undefined) {
    lowerPriority(child.pid, niceness)
    if (options.detached) lowerSessionPriority(child.pid, niceness)
  }
  const transferred = () => transferredBy(child.pid ?? 0)
  if (!Number.isFinite(memoryBytes) && !Number.isFinite(processes))
    return { child, memory: () => 0, peakMemory: () => 0, transferred }
  const tree = () => [child.pid ?? 0, ...descendantsOf(child.pid ?? 0)]
  let peak = 0
  function memory(pids = tree()) {
    const bytes = residentBytes(pids)
    peak = Math.max(peak, bytes)
    return bytes
  }
  function exceeded() {
    const pids = tree()
    if (pids.length > processes) return 'processes'
    return memory(pids) > memoryBytes ? 'memory' : undefined
  }
  const sampling = setInterval(() => {
    const hasEnded = child.exitCode !== null || child.signalCode !== null
    const limit = hasEnded ? undefined : exceeded()
    if (!hasEnded && !limit) return
    clearInterval(sampling)
    if (limit) onExceeded(limit)
  }, SAMPLE_MS)
  sampling.unref()
  function peakMemory() {
    memory()
    const most = peak
    peak = 0
    return most
  }
  return { child, memory, peakMemory, transferred }
}

/**
 * Returns options that start Node through a shell if necessary. The shell sets the memory limit, removes network
 * access, and is then replaced by Node. `ulimit -d` expects kB in every shell.
 */
function commandOf(
  nodeOptions: readonly string[],
  { memoryBytes, hasNetwork }: { memoryBytes: number; hasNetwork: boolean },
): Pick<ForkOptions, 'execPath' | 'execArgv'> {
  const isLimited = Number.isFinite(memoryBytes)
  const heap = isLimited ? [`--max-old-space-size=${Math.round(memoryBytes / 2e6)}`] : []
  const execArgv = [...nodeOptions, ...heap]
  if (process.platform !== 'linux') return { execArgv }
  const outside = (hasNetwork ? undefined : withoutNetwork()) ?? []
  if (!isLimited && outside.length === 0) return { execArgv }
  const limit = isLimited ? `ulimit -d ${Math.round((2 * memoryBytes + RESERVED_BYTES) / 1024)} 2>/dev/null; ` : ''
  const script = `${limit}exec ${[...outside, '"$0" "$@"'].join(' ')}`
  return { execPath: '/bin/sh', execArgv: ['-c', script, process.execPath, ...execArgv] }
}

function residentBytes(pids: readonly number[]): number {
  return pids.reduce((sum, one) => sum + residentAlone(one), 0)
}

function transferredBy(pid: number): { read: number; written: number } {
  const text = readText(`/proc/${pid}/io`)
  const bytes = (name: string) => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(text)?.[1] ?? 0)
  return { read: bytes('rchar'), written: bytes('wchar') }
}

function residentAlone(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readText(`/proc/${pid}/status`))?.[1] ?? 0) * 1024
}
