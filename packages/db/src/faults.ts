/** Deadlocks and serialization failures: run again from the start, the transaction succeeds. */
const KNOT = /^(40P01|40001)$/

/** Connections lost, refused or terminated, timeouts, exhausted memory: worth retrying later. */
const AWAY = /^(08|57|53|55P03|25P0[34])/

/** A prepared statement no longer matches its tables. */
const STALE = /cached plan must not change result type/

const DISK_FULL = '53100'

const AWAY_WORDS =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout|after calling end on the pool/

type Fault = Partial<NodeJS.ErrnoException> & { cause?: unknown; errors?: unknown }

/** Whether the transaction was aborted only because of a conflict with another one. */
export function isRetryableConflict(error: unknown): boolean {
  return some(error, ({ code }) => KNOT.test(code ?? ''))
}

/** Whether the database is unreachable or overloaded; the statement itself is fine. */
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

/** Whether the tables changed under this connection's prepared statements; a new connection works. */
export function isStale(error: unknown): boolean {
  return some(error, ({ message }) => STALE.test(message ?? ''))
}

/** Whether the database's disk is full. */
export function isDatabaseFull(error: unknown): boolean {
  return some(error, ({ code }) => code === DISK_FULL)
}

/** Libraries wrap the database's error, and a host name with several addresses fails with one error per address. */
function some(error: unknown, test: (fault: Fault) => boolean): boolean {
  if (typeof error !== 'object' || error === null) return false
  const fault: Fault = error
  const several = Array.isArray(fault.errors) && fault.errors.some((one) => some(one, test))
  return test(fault) || several || some(fault.cause, test)
}
