/**
 * Waits until the account (the acting user, or the owner if no user acts) may start one more transaction. Dispose of
 * the result when that transaction ends.
 */
export type AccountShares = (account: string) => Promise<Disposable>

interface Account {
  running: number
  waiting: Set<() => void>
}

/**
 * Limits how many transactions of each account run at a time. Without a limit, transactions of one account that wait
 * for each other's locks could occupy all connections. A transaction that waits longer than `waitMs` is refused.
 */
export function accountShares(most: number, waitMs: number): AccountShares {
  const accounts = new Map<string, Account>()

  function ended(id: string, account: Account): void {
    const [next] = account.waiting
    if (next) next()
    else account.running -= 1
    if (account.running === 0) accounts.delete(id)
  }

  return async (id) => {
    const account = accounts.get(id) ?? { running: 0, waiting: new Set() }
    accounts.set(id, account)
    if (account.running < most) account.running += 1
    else await turnOf(account, waitMs)
    return { [Symbol.dispose]: () => ended(id, account) }
  }
}

function turnOf({ waiting }: Account, waitMs: number): Promise<void> {
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
