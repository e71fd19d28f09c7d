import { readFileSync } from 'node:fs'
import { type Product, partsOf } from '../e2e/product.ts'

export function serverPid(product: Product): number {
  return partsOf(product).server ?? Number.NaN
}

export function serverCpuMs(product: Product): number {
  return cpuMsOf(serverPid(product))
}

/** Returns the CPU time of a process so far, in milliseconds. Assumes that Linux counts 100 ticks per second. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [utime, stime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return ((utime ?? 0) + (stime ?? 0)) * 10
}
