import { readdirSync, readFileSync } from 'node:fs'

/** All processes that descend from one, by the kernel's own list; empty where there is no /proc. */
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
 * Ends a process, its group, and every descendant with the descendant's own group, so that also what a step started
 * with `setsid` is gone. The list is taken before the first signal: an orphan has lost its parent's number.
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
    // gone already, or not the leader of a group
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

/** Field 4 of /proc/…/stat; the name in field 2 may hold spaces and brackets, so counting starts behind it. */
function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}
