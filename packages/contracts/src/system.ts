import type { StepNetwork } from './worker.ts'

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
  backup: {
    /** An external database is backed up with its own tools, which Millrace does not know. */
    database: 'built-in' | 'external'
    /** Null if `npm run backup` has never completed. */
    last: SystemBackup | null
  }
  mail: {
    /** Without SMTP_URL, emails are written to the outbox folder. */
    transport: 'smtp' | 'outbox'
    waiting: number
    /** Emails of which at least one delivery failed. They are retried. */
    retrying: number
    /** Emails that will not be retried automatically. They are kept for thirty days. */
    failed: number
    /** Why the last delivery failed. */
    lastError: string | null
  }
  /** Null unless a listmonk server is configured. */
  newsletter: NewsletterReport | null
}

/** What `npm run backup` did last. */
export interface SystemBackup {
  finishedAt: string
  /** The folder on the machine where it ran. */
  path: string
  files: number
  bytes: number
}

/** What GET /api/admin/mail returns: emails that were not sent, and those in the outbox. */
export interface MailReport {
  /** Emails in the queue, those that failed first. At most `MAIL_SHOWN`. */
  queued: QueuedMail[]
  queuedTotal: number
  /** Emails written to the outbox because no mail server is configured, the newest first. At most `MAIL_SHOWN`. */
  outbox: OutboxMail[]
  outboxTotal: number
}

/** How many emails a list contains. */
export const MAIL_SHOWN = 50

/** An email that was not delivered yet. */
export interface QueuedMail {
  id: string
  to: string
  subject: string
  queuedAt: string
  /** `retrying` once a delivery has failed, `failed` after the last attempt. */
  state: 'waiting' | 'retrying' | 'failed'
  /** How many deliveries failed. */
  attempts: number
  /** When the next delivery is attempted; null for one that failed. */
  nextAttemptAt: string | null
  /** Why the last delivery failed. */
  error: string | null
}

/** An email in the outbox, the folder that replaces a mail server. */
export interface OutboxMail {
  id: string
  to: string
  subject: string
  writtenAt: string
}

/** What GET /api/admin/mail/outbox/{id} returns. */
export interface OutboxMailText extends OutboxMail {
  text: string
}

/** The state of the newsletter's synchronization with listmonk. */
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

/** A worker, as administrators see it. */
export interface SystemWorker {
  name: string
  /** The last contact, to the minute. Null for a worker that only runs jobs. */
  lastSeenAt: string | null
  isConnected: boolean
  steps: number
  runningJobs: number
  /** Whether its running steps reach a network. Null for a worker that has not said so. */
  stepNetwork: StepNetwork | null
}
