import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from '../e2e/product.ts'

/** The server of a launched product. */
export function serverPid({ dataDirectory }: Product): number {
  const lock = readFileSync(join(dataDirectory, 'launcher.lock'), 'utf8')
  return (JSON.parse(lock) as { parts: { server: { pid: number } } }).parts.server.pid
}

/** Processor time of the server so far. */
export function serverCpuMs(product: Product): number {
  return cpuMsOf(serverPid(product))
}

export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [utime, stime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return ((utime ?? 0) + (stime ?? 0)) * 10
}
