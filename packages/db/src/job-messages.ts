const PREFIX = 'step-'

export const queueOf = (stepId: string) => `${PREFIX}${stepId}`

/** Returns SQL for the name of a step's queue. */
export const queueName = (step: string) => `'${PREFIX}' || ${step}`

/**
 * Returns SQL that queues a message for each job of `moved`. The statement sets the columns that pg-boss sets when it
 * sends a job. If the step has no queue, the message's name is null, so the statement fails.
 */
export const insertMessages = (moved: string, pause: string) => `
  insert into pgboss.job (name, data, group_id, priority, start_after, keep_until, expire_seconds, deletion_seconds,
    retry_limit, retry_delay, retry_backoff, retry_delay_max, policy)
  select queue.name, jsonb_build_object('jobId', moved.id), moved.owner_id, -moved.turn, now() + ${pause},
    now() + ${pause} + queue.retention_seconds * interval '1 s', queue.expire_seconds, queue.deletion_seconds,
    queue.retry_limit, queue.retry_delay, queue.retry_backoff, queue.retry_delay_max, queue.policy
  from ${moved} as moved left join pgboss.queue on queue.name = ${queueName('moved.step_id')}`
