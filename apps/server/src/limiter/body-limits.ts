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
  /** Waits for a turn to receive the rest of the body, and returns a function that ends the turn. */
  enter(): Promise<() => void>
  /** Waits for a turn to discard the rest of the body at full speed, and returns a function that ends the turn. */
  enterDiscard(): Promise<() => void>
  /** Waits for a turn to handle a large body. The turn lasts until the reply. */
  enterLarge(): Promise<void>
  /** Waits for a turn to download, and returns a function that ends the turn. */
  enterDownload(kind: DownloadKind): Promise<() => void>
}
