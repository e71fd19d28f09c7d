import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { lowerPriority, lowerSessionPriority } from './priority.ts'
import { descendantsOf, readText } from './process-tree.ts'
import { forgetNetworkNamespaces, withoutNetwork } from './without-network.ts'

/*
 * Child processes with limits. DuckDB's limit covers only its buffers, and V8's only its heap: one query of
 * `range(500000000)` took 6.1 GB in 9 s with DuckDB limited to 128 MB. What counts is the resident memory of the process
 * and everything it starts. The parent measures it every 100 ms, so a child that blocks its event loop is measured,
 * too. Between two measurements, the kernel refuses memory beyond RLIMIT_DATA, which is set before the program starts
 * and therefore applies to all its descendants, each on its own. It is far above the limit, because it includes memory
 * that was reserved but never used: for a table of 50,000 columns, each thread of DuckDB reserves 1.6 GB.
 */

const SAMPLE_MS = 100
const RESERVED_BYTES = 3_000_000_000
/**
 * A program may exit with this code as well. In that case, the check for a usable namespace is merely repeated, which
 * takes a few milliseconds.
 */
const UNSHARE_FAILED = 1

interface Limits {
  memoryBytes: number
  /** How many processes the tree may have. Default: no limit. */
  processes?: number
  /** Default: true. Without a network, the program and what it starts reach no other machine and no port of this one, where the system allows that. */
  hasNetwork?: boolean
  /** How much lower the priority is than that of this process. */
  niceness: number
}

/** A child process whose memory is watched together with that of its descendants. */
export interface LimitedProcess {
  child: ChildProcess
  /** The resident memory of the process and its descendants in bytes. 0 on systems without /proc. */
  memory(): number
  /** The most memory that was measured since the last call, in bytes. */
  peakMemory(): number
  /** How much the process has read and written so far. 0 on systems without /proc. */
  transferred(): { read: number; written: number }
}

/**
 * Forks a program that yields the processors to this one and to the database. Infinite limits do not apply. `onExceeded` is
 * called once if the program exceeds a limit; the caller then kills it.
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
 * Starts Node through a shell that sets the limit of memory and then becomes Node. `ulimit -d` counts in kB in every shell.
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
