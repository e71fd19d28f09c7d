import type { StepNetwork } from './worker.ts'

/** What GET /api/admin/system returns: the state of the installation. */
export interface SystemReport {
  version: string
  database: { version: string; bytes: number }
  storage: {
    freeBytes: number
    /** Disk space that is kept free and never used for files. */
    reserveBytes: number
    /** Storage used by all owners together. */
    usedBytes: number
    largestOwners: { kind: 'user' | 'organization' | 'system'; id: string; name: string; usedBytes: number }[]
  }
  queue: {
    /** Number of queued jobs. Queued and running jobs are each counted up to `LIMITS.countMax` plus one. */
    waiting: number
    running: number
    oldest: { name: string; ownerName: string; queuedAt: string } | null
  }
  workers: SystemWorker[]
  backup: {
    /** Whether Millrace backs up the database. An external database has to be backed up with its own tools. */
    database: 'built-in' | 'external'
    /** The result of the last `npm run backup`. Null if there is none. */
    last: SystemBackup | null
  }
  mail: {
    /** Without SMTP_URL, emails are written to the outbox folder. */
    transport: 'smtp' | 'outbox'
    waiting: number
    retrying: number
    /** Number of emails that will not be retried automatically. They are kept for 30 days. */
    failed: number
    lastError: string | null
  }
  /** Null unless a listmonk server is configured. */
  newsletter: NewsletterReport | null
}

export interface SystemBackup {
  finishedAt: string
  /** The folder with the backup, on the machine that ran the command. */
  path: string
  files: number
  bytes: number
}

/** What GET /api/admin/mail returns: undelivered emails, and emails in the outbox. */
export interface MailReport {
  /** Emails in the queue, failed emails first. At most `MAIL_SHOWN`. */
  queued: QueuedMail[]
  queuedTotal: number
  /** Emails that were not sent because no mail server is configured, newest first. At most `MAIL_SHOWN`. */
  outbox: OutboxMail[]
  outboxTotal: number
}

/** Maximum number of emails in each list of `MailReport`. */
export const MAIL_SHOWN = 50

export interface QueuedMail {
  id: string
  to: string
  subject: string
  queuedAt: string
  /** `retrying` after a failed delivery, `failed` if no further delivery will be attempted automatically. */
  state: 'waiting' | 'retrying' | 'failed'
  attempts: number
  /** When delivery will be attempted again. Null if it won't. */
  nextAttemptAt: string | null
  error: string | null
}

/** An email in the outbox, a folder that the server writes to if no mail server is configured. */
export interface OutboxMail {
  id: string
  to: string
  subject: string
  writtenAt: string
}

/** The reply to GET /api/admin/mail/outbox/{id}. */
export interface OutboxMailText extends OutboxMail {
  text: string
}

/** The state of the synchronization with listmonk. */
export interface NewsletterReport {
  /** Host and port of the listmonk server. */
  server: string
  subscribers: number
  isRunning: boolean
  last: NewsletterSync | null
}

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
  /** The error that ended the synchronization early, or the reason for listmonk's last refusal. */
  error: string | null
  isComplete: boolean
}

export interface SystemWorker {
  name: string
  /** Time of the worker's last request, to the minute. Null if the worker is known only from jobs that it runs. */
  lastSeenAt: string | null
  isConnected: boolean
  steps: number
  runningJobs: number
  /** Null if the worker has not reported it. */
  stepNetwork: StepNetwork | null
}
