import { readdirSync, readFileSync } from 'node:fs'

/** All descendants of a process according to the kernel. Empty on systems without /proc. */
export function descendantsOf(pid: number): number[] {
  const children = childrenByParent()
  const found: number[] = []
  const open = [pid]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const own = children.get(next) ?? []
    found.push(...own)
    open.push(...own)
  }
  return found
}

/**
 * Kills a process, its group, and every descendant with the descendant's own group, including processes that the step
 * started with `setsid`. The descendants are listed before the first signal, because an orphan's parent changes.
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
    // Already gone, or not the leader of a group.
  }
}

function childrenByParent(): Map<number, number[]> {
  const children = new Map<number, number[]>()
  for (const pid of processIds()) {
    const parent = parentOf(pid)
    if (parent === undefined) continue
    const siblings = children.get(parent) ?? []
    siblings.push(pid)
    children.set(parent, siblings)
  }
  return children
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

/** Field 4 of /proc/…/stat. The name in field 2 may contain spaces and parentheses, so counting starts after it. */
function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}
