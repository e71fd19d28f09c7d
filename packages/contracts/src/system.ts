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
  /** Null unless a listmonk server is configured. */
  newsletter: NewsletterReport | null
}

export interface NewsletterReport {
  /** Host and port of the listmonk server. */
  server: string
  /** Users who want the newsletter. */
  subscribers: number
  isRunning: boolean
  last: NewsletterSync | null
}

/** What one synchronization with listmonk did. */
export interface NewsletterSync {
  startedAt: string
  finishedAt: string
  created: number
  updated: number
  removed: number
  /** Users who unsubscribed with the link in an issue. */
  unsubscribed: number
  /** Addresses that listmonk refused. */
  refused: number
  /** Why the sync stopped early, or why listmonk refused the last address. */
  error: string | null
  isComplete: boolean
}

export interface SystemWorker {
  name: string
  /** The last contact, to the minute. Null for a worker that only runs jobs. */
  lastSeenAt: string | null
  isConnected: boolean
  steps: number
  runningJobs: number
}
