/* The texts of features/admin/system. */

export const backup = 'Backup'
export const noBackupRecorded = 'No backup recorded'
export const backedUp = 'Backed up'
export const theLastBackupIsOld = (days: string | number) => `The last backup is ${days} old`
export const lastBackup = 'Last backup'
export const email = 'Email'
export const couldNotBeDelivered = (emails: string | number) => `${emails} could not be delivered`
export const deliveredBySmtp = 'Delivered by SMTP'
export const notSent = 'Not sent. Without SMTP_URL, emails are kept in the outbox below.'
export const beingRetried = 'Being retried'
export const theEmailsCouldNotBeLoaded = 'The emails could not be loaded'
export const newsletter = 'Newsletter'
export const syncNow = 'Sync now'
export const lastSync = 'Last sync'
export const lastError = 'Last error'
export const notSynchronizedYet = 'Not synchronized yet'
export const lastSyncStoppedEarly = 'The last sync stopped early. The next one continues.'
export const listmonkRefused = (addresses: string | number) => `listmonk refused ${addresses}`
export const inSync = 'In sync'
export const noEmailsYet = 'No emails yet.'
export const outbox = 'Outbox'
export const showTheNewest = (count: string | number) => `Show the newest ${count}`
export const showAll = (total: string | number) => `Show all ${total}`
export const to = (to: string | number, openedMail: string | number) => `To ${to}. ${openedMail}`
export const failed = 'Failed'
export const notDelivered = 'Not delivered'
export const emailsNotDelivered = 'Emails not delivered'
export const discard = 'Discard'
export const discardNamed = (named: string | number) => `Discard ${named}`
export const emailDiscarded = 'Email discarded'
export const retry = 'Retry'
export const retryNamed = (named: string | number) => `Retry ${named}`
export const tryingAgain = 'Trying again'
export const admin = 'Admin'
export const system = 'System'
export const systemCouldNotBeLoaded = 'The state of the system could not be loaded'
export const installation = 'Installation'
export const storage = 'Storage'
export const fullUploadsAndResultsAreRefused = 'Full. Uploads and results are refused.'
export const leftForFiles = (usable: string | number) => `${usable} left for files`
export const onlyLeftForFiles = (usable: string | number) => `Only ${usable} left for files`
export const usedByOwners = 'Used by owners'
export const freeDiskSpace = 'Free disk space'
export const neverUsedForFiles = (reserveBytes: string | number) => `${reserveBytes}, never used for files`
export const largestOwners = 'Largest owners'
export const queue = 'Queue'
export const theOldestJobHasWaited = (duration: string | number) => `The oldest job has waited ${duration}`
export const noJobIsWaiting = 'No job is waiting'
export const workers = 'Workers'
export const connected = (workers: string | number) => `${workers} connected`
export const noWorkerIsConnected = 'No worker is connected'
export const more = (count: string | number) => `${count} more`
