/** Waits until the owner may start one more transaction. Dispose of the result when that transaction ends. */
export type OwnerShares = (ownerId: string) => Promise<Disposable>

interface Owner {
  running: number
  waiting: Set<() => void>
}

/**
 * Limits how many transactions of each owner run at a time. Without a limit, transactions of one owner that wait for
 * each other's locks could occupy all connections. A transaction that waits too long for its turn is refused.
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
