import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Returns the descendants of a process according to the kernel. Empty on systems without /proc. */
export function descendantsOf(pid: number): number[] {
  const childrenOf = LISTS_CHILDREN ? listedChildren : scannedChildren()
  const found: number[] = []
  const open = [pid]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const own = childrenOf(next)
    found.push(...own)
    open.push(...own)
  }
  return found
}

/**
 * Kills a process and its group, and all descendants with their groups, including processes that were started with
 * `setsid`. The descendants are listed before the first signal, because the children of a killed process get a new
 * parent.
 */
export function killTree(pid: number): void {
  const descendants = descendantsOf(pid)
  for (const target of [pid, ...descendants]) {
    kill(-target)
    kill(target)
  }
}

function kill(target: number): void {
  try {
    process.kill(target, 'SIGKILL')
  } catch {
    // The process has already exited, or is not the leader of a group.
  }
}

/**
 * Whether /proc lists the children of each thread, as on most kernels. Otherwise, the parent of every process on the
 * machine is read.
 */
const LISTS_CHILDREN = existsSync(`/proc/self/task/${process.pid}/children`)

function listedChildren(pid: number): number[] {
  return numbersIn(`/proc/${pid}/task`).flatMap((thread) =>
    readText(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  )
}

function scannedChildren(): (pid: number) => number[] {
  const children = Map.groupBy(numbersIn('/proc'), parentOf)
  return (pid) => children.get(pid) ?? []
}

/**
 * Reads the parent from field 4 of /proc/…/stat. The name in field 2 may contain spaces and parentheses, so the fields
 * are counted from the end of the name.
 */
function parentOf(pid: number): number {
  const stat = readText(`/proc/${pid}/stat`)
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

/** Returns the content of a file under /proc. Empty if it cannot be read, as after the process has exited. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
