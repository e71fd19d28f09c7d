/** What GET /api/admin/system returns: the state of the installation. */
export interface SystemReport {
  version: string
  database: { version: string; bytes: number }
  storage: {
    freeBytes: number
    /** Free space that is never used for files. */
    reserveBytes: number
    /** What all owners use together. */
    usedBytes: number
    largestOwners: { kind: 'user' | 'organization' | 'system'; id: string; name: string; usedBytes: number }[]
  }
  queue: {
    /** Counted up to `LIMITS.countMax` plus one. */
    waiting: number
    running: number
    oldest: { name: string; ownerName: string; queuedAt: string } | null
  }
  workers: SystemWorker[]
  mail: {
    /** Without SMTP_URL, emails are written to the outbox folder. */
    transport: 'smtp' | 'outbox'
    waiting: number
    /** Emails of which at least one delivery failed. They are retried. */
    retrying: number
    /** Emails that will not be retried. They are kept for some minutes. */
    failed: number
    /** Why the last delivery failed. */
    lastError: string | null
  }
}

export interface SystemWorker {
  name: string
  /** The last contact, to the minute. Null for a worker that only runs jobs. */
  lastSeenAt: string | null
  isConnected: boolean
  steps: number
  runningJobs: number
}
