import { readdirSync, readFileSync } from 'node:fs'

/** Memory of a set of processes, in bytes. */
export interface Memory {
  /** Resident set size. A shared page counts fully in each process. */
  rss: number
  /** Proportional set size. A page that n processes share counts as 1/n in each, so sums are correct. */
  pss: number
}

/** Measures a process and all its descendants, without the processes `except` and their descendants. */
export function memoryOfTree(root: number, except: readonly number[] = []): Memory {
  return memoryOf(tree(root, except))
}

function memoryOf(pids: readonly number[]): Memory {
  const all = pids.map((pid) => {
    const text = readText(`/proc/${pid}/smaps_rollup`)
    return { rss: kilobytes(text, 'Rss'), pss: kilobytes(text, 'Pss') }
  })
  return { rss: sum(all.map(({ rss }) => rss)), pss: sum(all.map(({ pss }) => pss)) }
}

function tree(root: number, except: readonly number[]): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = readText(`/proc/${name}/stat`)
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]))
  }
  const found = [root]
  for (const pid of found) {
    for (const [child, parent] of parents) if (parent === pid && !except.includes(child)) found.push(child)
  }
  return found
}

function kilobytes(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // The process has ended.
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
