/** Waits for a place among the owner's transactions, and returns an object that frees the place when disposed. */
export type OwnerShares = (ownerId: string) => Promise<Disposable>

interface Owner {
  running: number
  waiting: Set<() => void>
}

/**
 * Limits how many transactions each owner runs at once. Otherwise, an owner whose transactions wait for each other's
 * locks could occupy all connections. Waiting for a place times out, like waiting for a connection.
 */
export function ownerShares(most: number, waitMs: number): OwnerShares {
  const owners = new Map<string, Owner>()

  function ended(id: string, owner: Owner): void {
    const [next] = owner.waiting
    if (next) next()
    else owner.running -= 1
    if (owner.running === 0) owners.delete(id)
  }

  return async (id) => {
    const owner = owners.get(id) ?? { running: 0, waiting: new Set() }
    owners.set(id, owner)
    if (owner.running < most) owner.running += 1
    else await turnOf(owner, waitMs)
    return { [Symbol.dispose]: () => ended(id, owner) }
  }
}

/** Waits until the owner has a free place. Rejects after `waitMs`. */
function turnOf({ waiting }: Owner, waitMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => end(() => reject(new Error('timeout exceeded when waiting for a turn'))), waitMs)
  const take = () => end(resolve)
  function end(settle: () => void): void {
    clearTimeout(timer)
    waiting.delete(take)
    settle()
  }
  waiting.add(take)
  return promise
}
