import { MAIL_SHOWN } from '@millrace/contracts/system'
import type { Tx } from '@millrace/db/act'

/** The names of the pg-boss queues for emails to be delivered and for failed emails. */
export interface MailQueues {
  queue: string
  failed: string
}

export interface QueuedRow {
  [column: string]: unknown
  id: string
  isFailed: boolean
  data: { sealed: string }
  queuedAt: Date
  attempts: number
  nextAttemptAt: Date
  error: string | null
  total: number
}

/** SQL for the error of the last delivery. In the queue of failed emails, pg-boss stores it in `source_output`. */
export const MAIL_ERROR = `coalesce(source_output->>'message', output->>'message')`

/** SQL for the number of failed deliveries. pg-boss increases `retry_count` only when the next attempt starts. */
export const FAILED_ATTEMPTS = `(retry_count + case when state = 'retry' then 1 else 0 end)`

/**
 * Returns up to `MAIL_SHOWN` queued emails: failed emails, then retried ones, then new ones. Each group starts with the
 * oldest email.
 */
export async function queuedMail(tx: Tx, { queue, failed }: MailQueues): Promise<QueuedRow[]> {
  const { rows } = await tx.query<QueuedRow>(
    `select id, name = $2 as "isFailed", data, coalesce(source_created_on, created_on) as "queuedAt",
       case when name = $2 then coalesce(source_retry_count, 0) + 1 else ${FAILED_ATTEMPTS} end as attempts,
       start_after as "nextAttemptAt", left(${MAIL_ERROR}, 300) as error, count(*) over ()::int as total
     from pgboss.job where name in ($1, $2) and state <= 'active'
     order by name = $2 desc, ${FAILED_ATTEMPTS} > 0 desc, created_on, id limit ${MAIL_SHOWN}`,
    [queue, failed],
  )
  return rows
}

/** Records in the activity log that an administrator read an email in the outbox. */
export async function recordOpenedMail(tx: Tx, mail: { id: string; to: string; subject: string }): Promise<void> {
  await tx.query(
    `insert into activity (id, at, user_id, impersonator_id, subject_id, action, resource_type, resource_id, metadata)
     select gen_random_uuid(), clock_timestamp(), actor, activity_actor('millrace.impersonator', '{}'), u.id,
       'updated', 'user', coalesce(u.id, actor), jsonb_build_object('event', 'mail.opened', 'to', $1::text, 'subject', $2::text)
     from activity_actor('millrace.actor', '{}') as actor left join "user" u on u.email = lower($1)`,
    [mail.to, mail.subject],
  )
}
