/** Transactions that the database ended to untie a knot with others: done again from the start, they succeed. */
const KNOT = /^(40P01|40001)$/

/** Connections lost, refused or ended, time or memory used up: worth another try later. */
const AWAY = /^(08|57|53|55P03|25P0[34])/

/** What was prepared on this connection no longer fits its tables. */
const STALE = /cached plan must not change result type/

const DISK_FULL = '53100'

const AWAY_WORDS =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout|after calling end on the pool/

type Fault = Partial<NodeJS.ErrnoException> & { cause?: unknown; errors?: unknown }

/** Says whether the transaction only stood in the way of others. */
export function isRetryableConflict(error: unknown): boolean {
  return some(error, ({ code }) => KNOT.test(code ?? ''))
}

/** Says whether the database cannot be reached or has no room for more just now; nothing is wrong with the question. */
export function isAway(error: unknown): boolean {
  return some(
    error,
    ({ code, message, syscall }) =>
      syscall === 'connect' ||
      syscall === 'getaddrinfo' ||
      AWAY.test(code ?? '') ||
      KNOT.test(code ?? '') ||
      AWAY_WORDS.test(message ?? ''),
  )
}

/** Says whether this connection has seen its tables change; another one is none the worse. */
export function isStale(error: unknown): boolean {
  return some(error, ({ message }) => STALE.test(message ?? ''))
}

/** Says whether the disk under the database is full. */
export function isDatabaseFull(error: unknown): boolean {
  return some(error, ({ code }) => code === DISK_FULL)
}

/** Libraries wrap what the database said; and where a name stands for several addresses, each has its own error. */
function some(error: unknown, test: (fault: Fault) => boolean): boolean {
  if (typeof error !== 'object' || error === null) return false
  const fault: Fault = error
  const several = Array.isArray(fault.errors) && fault.errors.some((one) => some(one, test))
  return test(fault) || several || some(fault.cause, test)
}
