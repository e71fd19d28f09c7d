import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { lowerPriority, lowerSessionPriority } from './priority.ts'
import { descendantsOf, readText } from './process-tree.ts'

/*
 * Child processes with a memory limit. DuckDB's limit covers only its buffers, and V8's only its heap: one query of
 * `range(500000000)` took 6.1 GB in 9 s with DuckDB limited to 128 MB. What counts is the resident memory of the process
 * and everything it starts. The parent measures it every 100 ms, so a child that blocks its event loop is measured,
 * too. Between two measurements, the kernel refuses memory beyond RLIMIT_DATA, which is set before the program starts
 * and therefore applies to all its descendants, each on its own. It is far above the limit, because it includes memory
 * that was reserved but never used.
 */

const SAMPLE_MS = 100
const RESERVED_BYTES = 1_000_000_000

interface Limits {
  memoryBytes: number
  /** How much lower the priority is than that of this process. */
  niceness: number
}

export interface LimitedProcess {
  child: ChildProcess
  /** The resident memory of the process and its descendants in bytes. 0 on systems without /proc. */
  memory(): number
}

/**
 * Forks a program that yields the processors to this one and to the database. An infinite `memoryBytes` means no limit.
 * `onExceeded` is called once if its memory exceeds the limit; the caller then kills the process.
 */
export function forkLimited(
  entry: string,
  { memoryBytes, niceness, onExceeded, ...options }: ForkOptions & Limits & { onExceeded(): void },
): LimitedProcess {
  const isLimited = Number.isFinite(memoryBytes)
  const limited = isLimited ? hardLimit(memoryBytes, options.execArgv ?? process.execArgv) : {}
  const child = fork(entry, [], { ...options, ...limited })
  if (child.pid !== undefined) {
    lowerPriority(child.pid, niceness)
    if (options.detached) lowerSessionPriority(child.pid, niceness)
  }
  if (!isLimited) return { child, memory: () => 0 }
  const memory = () => residentBytes(child.pid ?? 0)
  const sampling = setInterval(() => {
    const hasEnded = child.exitCode !== null || child.signalCode !== null
    if (!hasEnded && memory() <= memoryBytes) return
    clearInterval(sampling)
    if (!hasEnded) onExceeded()
  }, SAMPLE_MS)
  sampling.unref()
  return { child, memory }
}

/** Starts Node through a shell that sets the limit and then becomes Node. `ulimit -d` counts in kB in every shell. */
function hardLimit(memoryBytes: number, nodeOptions: readonly string[]): Pick<ForkOptions, 'execPath' | 'execArgv'> {
  const limited = [...nodeOptions, `--max-old-space-size=${Math.round(memoryBytes / 2e6)}`]
  if (process.platform !== 'linux') return { execArgv: limited }
  const kilobytes = Math.round((2 * memoryBytes + RESERVED_BYTES) / 1024)
  const script = `ulimit -d ${kilobytes} 2>/dev/null; exec "$0" "$@"`
  return { execPath: '/bin/sh', execArgv: ['-c', script, process.execPath, ...limited] }
}

function residentBytes(pid: number): number {
  return [pid, ...descendantsOf(pid)].reduce((sum, one) => sum + residentAlone(one), 0)
}

function residentAlone(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readText(`/proc/${pid}/status`))?.[1] ?? 0) * 1024
}
