import type { FairLane } from './fair-lane.ts'
import type { Foreground } from './foreground.ts'

/** Limits on how slowly a body may arrive. Times are in milliseconds. */
export interface BodyLimits {
  /** A body that is slower than this over `windowMs` is refused, unless the server itself causes the delay. */
  bytesPerSecond: number
  windowMs: number
  /** Maximum total time for an upload, and for any other body. */
  uploadMs: number
  otherMs: number
}

export const BODY_LIMITS: BodyLimits = { bytesPerSecond: 1000, windowMs: 10_000, uploadMs: 600_000, otherMs: 30_000 }

/** Maximum time for which the rest of a refused body is read and discarded before the connection is closed. */
export const DISCARD_MS = 30_000

/** Single files, and archives that are created while they are sent. */
export type DownloadKind = 'downloads' | 'archives'

/** The limits of the bodies of a request and its reply. */
export interface RequestBody {
  limits: BodyLimits
  uploads: FairLane
  foreground: Foreground
  /** Waits while other owners’ requests run, for at most `mostMs`. Returns undefined if none are running. */
  giveWay(mostMs: number): Promise<void> | undefined
  /** The client's address in canonical form. */
  address(): string
  /** Delays the refusal of a request without a valid session or key if its address has recently had many refusals. */
  slowRefusal(): Promise<void>
  /** Waits until the lane allows receiving the rest of the body. Returns a function that leaves the lane. */
  enter(): Promise<() => void>
  /** Waits until the lane allows discarding the rest at full speed. Returns a function that leaves the lane. */
  enterDiscard(): Promise<() => void>
  /** Waits until the lane allows handling a large body. The request leaves the lane after its reply. */
  enterLarge(): Promise<void>
  enterDownload(kind: DownloadKind): Promise<() => void>
}
