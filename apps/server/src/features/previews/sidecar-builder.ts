import { Problem } from '#problem.ts'
import { keyText, type Sidecar, type SidecarKey, type sidecars } from './sidecars.ts'

const FAILURE_KEPT_MS = 600_000
const REMEMBERED = 1000

interface Failure {
  problem: Problem
  until: number
}

/**
 * Finds or creates sidecars, which are cached results of reading files. Concurrent requests for the same sidecar share
 * the work. If a file can’t be read (`preview-failed`), the error is thrown again for further requests, for 10 minutes.
 */
export function sidecarBuilder({ cache, now }: { cache: ReturnType<typeof sidecars>; now: () => Date }) {
  const making = new Map<string, Promise<Sidecar<unknown>>>()
  const failed = new Map<string, Failure>()

  async function make<F>(
    key: SidecarKey,
    work: (paths: { out: string; scratch: string }) => Promise<F>,
  ): Promise<Sidecar<F>> {
    try {
      return await cache.add(key, work)
    } catch (error) {
      if (error instanceof Problem && error.code === 'preview-failed') {
        remember(failed, keyText(key), { problem: error, until: now().getTime() + FAILURE_KEPT_MS })
      }
      throw error
    }
  }

  return async function sidecar<F>(
    key: SidecarKey,
    work: (paths: { out: string; scratch: string }) => Promise<F>,
  ): Promise<Sidecar<F>> {
    const name = keyText(key)
    const known = failed.get(name)
    if (known && known.until > now().getTime()) throw known.problem
    const found = making.get(name) ?? (await cache.find<F>(key))
    if (found) return found as Promise<Sidecar<F>>
    const made = making.get(name) ?? make(key, work).finally(() => making.delete(name))
    making.set(name, made)
    return made as Promise<Sidecar<F>>
  }
}

/** Stores a value, and clears the map first if it has reached its maximum size. */
export function remember<T>(memory: Map<string, T>, key: string, value: T): void {
  if (memory.size >= REMEMBERED) memory.clear()
  memory.set(key, value)
}
