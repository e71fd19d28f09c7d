/** Deadlocks and serialization failures: the transaction succeeds when it is run again. */
const RETRYABLE = /^(40P01|40001)$/

/**
 * Lost, refused or terminated connections, timeouts, exhausted memory: worth retrying later. Not 08P01, a protocol
 * violation: the same statement fails again.
 */
const UNAVAILABLE = /^(08(?!P01)|57|53|55P03|25P0[34])/

/** The connection is cut, which a statement sent just then notices while it writes or reads. */
const CUT = /^(EPIPE|ECONNRESET)$/

/** A prepared statement no longer matches its tables. */
const STALE = /cached plan must not change result type/

/** SQLSTATE classes for values that the database always rejects. */
const REFUSED = /^(22|23)/

const DISK_FULL = '53100'
const LOCK_TIMEOUT = '55P03'
const STATEMENT_TIMEOUT = '57014'

const UNAVAILABLE_MESSAGES =
  /timeout exceeded when (trying to connect|waiting for a turn)|Connection terminated|not queryable|Query read timeout|after calling end on the pool/

type Fault = Partial<NodeJS.ErrnoException> & { cause?: unknown; errors?: unknown }

/** Thrown to run a transaction again from the start, because others have changed what it found. */
export class RetryableConflict extends Error {
  readonly code = '40001'
}

/** Whether the transaction was aborted only because it conflicted with another one. */
export function isRetryableConflict(error: unknown): boolean {
  return anyCause(error, ({ code }) => RETRYABLE.test(code ?? ''))
}

/** Whether the database is unreachable or overloaded; the statement itself is fine. */
export function isUnavailable(error: unknown): boolean {
  return anyCause(
    error,
    ({ code, message, syscall }) =>
      syscall === 'connect' ||
      syscall === 'getaddrinfo' ||
      UNAVAILABLE.test(code ?? '') ||
      CUT.test(code ?? '') ||
      RETRYABLE.test(code ?? '') ||
      UNAVAILABLE_MESSAGES.test(message ?? ''),
  )
}

/** Whether the database rejected a value. A retry would fail the same way. */
export function isRefused(error: unknown): boolean {
  return anyCause(error, ({ code }) => REFUSED.test(code ?? ''))
}

/** Whether a statement waited for a lock longer than `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return anyCause(error, ({ code }) => code === LOCK_TIMEOUT)
}

/** Whether a statement was canceled because it ran longer than `statement_timeout`. */
export function isStatementTimeout(error: unknown): boolean {
  return anyCause(error, ({ code }) => code === STATEMENT_TIMEOUT)
}

/** Whether a table changed after this connection prepared a statement for it. A new connection works. */
export function isStale(error: unknown): boolean {
  return anyCause(error, ({ message }) => STALE.test(message ?? ''))
}

/** Whether the database's disk is full. */
export function isDatabaseFull(error: unknown): boolean {
  return anyCause(error, ({ code }) => code === DISK_FULL)
}

/**
 * Tests an error and its causes. Libraries wrap the database's error, and a host name with several addresses causes one
 * error per address.
 */
function anyCause(error: unknown, test: (fault: Fault) => boolean): boolean {
  if (typeof error !== 'object' || error === null) return false
  const fault: Fault = error
  const several = Array.isArray(fault.errors) && fault.errors.some((one) => anyCause(one, test))
  return test(fault) || several || anyCause(fault.cause, test)
}
