import type { StepNetwork } from './worker.ts'

/** What GET /api/admin/system returns: the state of the installation. */
export interface SystemReport {
  version: string
  database: { version: string; bytes: number }
  storage: {
    freeBytes: number
    /** Free disk space that is never used for files. */
    reserveBytes: number
    /** Storage used by all owners together. */
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
    /** Whether Millrace backs up the database. An external one has to be backed up with its own tools. */
    database: 'built-in' | 'external'
    /** Null if `npm run backup` was never completed. */
    last: SystemBackup | null
  }
  mail: {
    /** Without SMTP_URL, emails are written to the outbox folder. */
    transport: 'smtp' | 'outbox'
    waiting: number
    /** Emails with at least one failed delivery, which will be retried. */
    retrying: number
    /** Emails that will not be retried automatically. They are kept for 30 days. */
    failed: number
    /** The error of the last failed delivery. */
    lastError: string | null
  }
  /** Null unless a listmonk server is configured. */
  newsletter: NewsletterReport | null
}

/** The result of the last `npm run backup`. */
export interface SystemBackup {
  finishedAt: string
  /** The folder with the backup, on the machine where the command ran. */
  path: string
  files: number
  bytes: number
}

/** What GET /api/admin/mail returns: undelivered emails, and emails in the outbox. */
export interface MailReport {
  /** Emails in the queue, failed ones first. At most `MAIL_SHOWN`. */
  queued: QueuedMail[]
  queuedTotal: number
  /** Emails written to the outbox because no mail server is configured, newest first. At most `MAIL_SHOWN`. */
  outbox: OutboxMail[]
  outboxTotal: number
}

/** Maximum number of emails in a list. */
export const MAIL_SHOWN = 50

/** An email that has not been delivered. */
export interface QueuedMail {
  id: string
  to: string
  subject: string
  queuedAt: string
  /** `retrying` after the first failed delivery, `failed` after the last attempt. */
  state: 'waiting' | 'retrying' | 'failed'
  /** Number of failed deliveries. */
  attempts: number
  /** When the next delivery will be attempted. Null if none will be. */
  nextAttemptAt: string | null
  /** The error of the last delivery. */
  error: string | null
}

/** An email in the outbox, the folder that replaces a mail server. */
export interface OutboxMail {
  id: string
  to: string
  subject: string
  writtenAt: string
}

/** The reply of GET /api/admin/mail/outbox/{id}. */
export interface OutboxMailText extends OutboxMail {
  text: string
}

/** The state of the newsletter's synchronization with listmonk. */
export interface NewsletterReport {
  /** Host and port of the listmonk server. */
  server: string
  /** Number of users who subscribed to the newsletter. */
  subscribers: number
  isRunning: boolean
  last: NewsletterSync | null
}

/** The result of one synchronization with listmonk. */
export interface NewsletterSync {
  startedAt: string
  finishedAt: string
  created: number
  updated: number
  removed: number
  /** Number of users who unsubscribed through the link in a newsletter. */
  unsubscribed: number
  /** Number of addresses that listmonk refused. */
  refused: number
  /** The error that stopped the synchronization early, or the reason why listmonk refused the last address. */
  error: string | null
  isComplete: boolean
}

/** A worker, as administrators see it. */
export interface SystemWorker {
  name: string
  /** The last request of the worker, to the minute. Null for a worker that is known only from the jobs it runs. */
  lastSeenAt: string | null
  isConnected: boolean
  steps: number
  runningJobs: number
  /** Whether steps that the worker runs can use the network. Null if the worker has not reported it. */
  stepNetwork: StepNetwork | null
}
