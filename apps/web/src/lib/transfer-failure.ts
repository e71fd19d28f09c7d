import type { ProblemCode } from '@millrace/contracts/problems'
import { ApiProblem } from './api.ts'
import { formatLimit, formatPercent } from './format.ts'

/** Why an upload failed, and whether a retry may succeed. */
export interface TransferFailure {
  error: string
  advice?: string
  retryable: boolean
}

class Unsendable extends Error {
  readonly advice: string

  constructor(message: string, advice: string) {
    super(message)
    this.advice = advice
  }
}

/** Throws for files that the server would refuse, before any bytes are sent. */
export function requireSendable(file: File, limit: number | null): void {
  if (file.size === 0) throw new Unsendable('This file is empty', 'Choose a file with content.')
  if (limit !== null && file.size > limit) {
    throw new Unsendable(
      `The file is larger than ${formatLimit(limit)}`,
      'Split it, or ask an administrator for a higher limit.',
    )
  }
}

/** Statuses below 500 of temporary refusals: no reply, a lost session, a conflict, a busy server. */
const OF_THE_MOMENT: ReadonlySet<number> = new Set([0, 401, 408, 409, 425, 429])

/**
 * Describes an error for the list of transfers. Only a file that can’t be sent, and a refusal that isn’t temporary, are
 * not retryable.
 */
export function failureOf(error: unknown): TransferFailure {
  if (error instanceof Unsendable) return { error: error.message, advice: error.advice, retryable: false }
  if (!(error instanceof ApiProblem)) return { error: textOf(error), retryable: true }
  const [fault] = error.faults
  return { error: fault?.message ?? error.message, retryable: OF_THE_MOMENT.has(error.status) || error.status >= 500 }
}

/**
 * Returns why a transfer was interrupted although the server responds: a lost connection, or a changed file. Both ends
 * of the file are read, because a browser that does not compare modification times can still read the start of a
 * truncated file.
 */
export async function brokenOff(file: File, sentBytes: number): Promise<TransferFailure> {
  const ends = new Blob([file.slice(0, 1), file.slice(-1)])
  const isThere = await ends.arrayBuffer().then(
    ({ byteLength }) => byteLength === 2,
    () => false,
  )
  if (isThere) return { error: `Connection lost at ${formatPercent(sentBytes / file.size)}`, retryable: true }
  return { error: 'The file was moved or changed on this computer', advice: 'Choose it again.', retryable: false }
}

/** Returns whether there was no reply, or only that of a proxy whose server is restarting. */
export function isConnectionLoss(error: unknown): boolean {
  return isOffline(error) || (error instanceof ApiProblem && error.status >= 502 && error.status <= 504)
}

/**
 * Returns whether a request failed because its body arrived too slowly, or because the server is still processing an
 * earlier request with the same key, whose reply was lost.
 */
export function isDelay(error: unknown): boolean {
  return error instanceof ApiProblem && DELAYS.includes(error.code)
}

const DELAYS: readonly (string | undefined)[] = ['request-timeout', 'request-in-flight'] satisfies ProblemCode[]

/** Returns whether a request received no reply. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 0
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The upload failed. Try again.'
}
