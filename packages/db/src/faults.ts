/** Codes of deadlocks and serialization failures. Transactions with these errors can succeed when they are retried. */
const RETRYABLE = /^(40P01|40001)$/

/**
 * Codes of lost, refused or terminated connections, timeouts and exhausted resources. A later retry may succeed. 08P01,
 * a protocol violation, is excluded, because the same statement would fail again.
 */
const UNAVAILABLE = /^(08(?!P01)|57|53|55P03|25P0[34])/

/** System error codes of statements whose connection breaks while they are sent or while the reply is read. */
const CUT = /^(EPIPE|ECONNRESET)$/

/** The message for a prepared statement that no longer matches its tables. */
const STALE = /cached plan must not change result type/

/** SQLSTATE classes of values that the database rejects. A retry would fail, too. */
const REFUSED = /^(22|23)/

const DISK_FULL = '53100'
const LOCK_TIMEOUT = '55P03'
const STATEMENT_TIMEOUT = '57014'

const UNAVAILABLE_MESSAGES =
  /timeout exceeded when (trying to connect|waiting for a turn)|Connection terminated|not queryable|Query read timeout|after calling end on the pool/

type Fault = Partial<NodeJS.ErrnoException> & { cause?: unknown; errors?: unknown }

/** Thrown to restart a transaction because a concurrent transaction has changed what it read. */
export class RetryableConflict extends Error {
  readonly code = '40001'
}

/** Whether the transaction was aborted because of a conflict with another transaction. */
export function isRetryableConflict(error: unknown): boolean {
  return anyCause(error, ({ code }) => RETRYABLE.test(code ?? ''))
}

/** Whether the database is unreachable, overloaded or full, or the transaction lost a conflict. */
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

/** Whether the database rejected a value. */
export function isRefused(error: unknown): boolean {
  return anyCause(error, ({ code }) => REFUSED.test(code ?? ''))
}

export function isLockTimeout(error: unknown): boolean {
  return anyCause(error, ({ code }) => code === LOCK_TIMEOUT)
}

export function isStatementTimeout(error: unknown): boolean {
  return anyCause(error, ({ code }) => code === STATEMENT_TIMEOUT)
}

/** Whether a prepared statement failed because its tables have changed. It succeeds on a new connection. */
export function isStale(error: unknown): boolean {
  return anyCause(error, ({ message }) => STALE.test(message ?? ''))
}

export function isDatabaseFull(error: unknown): boolean {
  return anyCause(error, ({ code }) => code === DISK_FULL)
}

/**
 * Tests an error and its causes, because libraries wrap the database's error. Connecting to a host name with several
 * addresses causes one error per address.
 */
function anyCause(error: unknown, test: (fault: Fault) => boolean): boolean {
  if (typeof error !== 'object' || error === null) return false
  const fault: Fault = error
  const several = Array.isArray(fault.errors) && fault.errors.some((one) => anyCause(one, test))
  return test(fault) || several || anyCause(fault.cause, test)
}
