import { JOB_MOVES, JOB_STATES, TERMINAL_STATES } from '@millrace/contracts/job-states'
import { LIMITS } from '@millrace/contracts/limits'
import type pg from 'pg'

/*
 * What must hold whatever happened, asked of the database as its superuser (row-level security hides nothing). Every
 * query answers the rows that break its rule: none is right.
 */

const legalMoves = JOB_STATES.flatMap((from) => JOB_MOVES[from].map((to) => `('${from}', '${to}')`)).join(', ')
const terminal = TERMINAL_STATES.map((state) => `'${state}'`).join(', ')

const RULES: Record<string, string> = {
  'every recorded move is in the table of moves': `
    select job_id, seq, from_state, to_state from job_event
    where (from_state is null and to_state <> 'Created')
       or (from_state is not null and (from_state, to_state) not in (${legalMoves}))`,
  'the last event says the state of the job': `
    select id, state, to_state from job
    left join job_event on job_id = id and seq = event_seq where to_state is distinct from state`,
  'the history of a job has no gaps and begins at its creation': `
    select job_id from job_event group by job_id
    having min(seq) <> 1 or max(seq) <> count(*) or count(*) filter (where from_state is null) <> 1`,
  'each event begins where the one before ended': `
    select job_id, seq from (
      select job_id, seq, from_state, lag(to_state) over (partition by job_id order by seq) as before from job_event
    ) event where from_state is distinct from before`,
  'nothing happens after the end': `select job_id, seq from job_event where from_state in (${terminal})`,
  'what has ended says when': `select id, state from job where (state in (${terminal})) <> (completed_at is not null)`,
  'every attempt is one more than the one before': `
    select job_id, seq from (
      select job_id, seq, attempt, row_number() over (partition by job_id order by seq) as expected
      from job_event where to_state = 'Processing'
    ) claim where attempt <> expected`,
  'nothing waits for an attempt that it does not have': `
    select id, attempt from job where state = 'Pending' and lease_token is not null`,
  'a job that waits has a message': `
    select id from job where state = 'Pending' and not exists (
      select 1 from pgboss.job message
      where message.name = 'step-' || job.step_id and message.data->>'jobId' = job.id::text
        and message.state = 'created' and message.keep_until > now() + interval '1 year')`,
  'no message is taken without its job': `select id, state from pgboss.job where name like 'step-%' and state <> 'created'`,
  'only the outputs of the completing attempt are visible': `
    select output.job_id, output.attempt from job_output output join job on job.id = output.job_id
    where output.work_data_id is not null and (job.state <> 'Completed' or output.attempt <> job.attempt)`,
  'a result belongs to a job that produced it': `
    select work_data.id from work_data left join job_output on job_output.work_data_id = work_data.id
    where kind = 'ProcessingArtefact' and produced_by_job in (select id from job) and job_output.job_id is null`,
  'no lease is over for longer than two sweeps': `
    select id from job where state = 'Processing' and lease_until < now() - interval '6 seconds'`,
  'a job with a parent has one': `
    select child.id from job child left join job parent on parent.id = child.parent_id
    where child.parent_id is not null and parent.id is null`,
  'what waits for a job waits for one that may still end well': `
    select feed.job_id from job_feed feed join job on job.id = feed.from_job_id where job.state in (${terminal})`,
  'what an owner uses is the sum of its distinct contents': `
    select owner.id, used_bytes from owner
    where used_bytes <> (
      select coalesce(sum(size_in_bytes), 0)
      from (select distinct sha256, size_in_bytes from work_data where owner_id = owner.id) content)`,
  'nothing is tried more often than it may be': `
    select id, attempt from job where attempt > ${LIMITS.attemptsMax} and state in ('Pending', 'Processing')
      and not exists (select 1 from job_event where job_id = job.id and from_state = 'DataMissing')`,
}

/** Answers a sentence for each rule that is broken. The client is the database's superuser. */
export async function brokenInvariants(client: pg.Client | pg.Pool): Promise<string[]> {
  const { rows } = await client.query<{ rule: string; broken: number; example: unknown }>(QUESTION)
  return rows
    .filter(({ broken }) => broken > 0)
    .map(({ rule, broken, example }) => `${rule}: ${broken} do not, such as ${JSON.stringify(example)}`)
}

/** All rules at one moment. */
const QUESTION = Object.entries(RULES)
  .map(
    ([rule, query]) =>
      `select '${rule}' as rule, count(*)::int as broken, (array_agg(to_jsonb(found)))[1] as example from (${query}) found`,
  )
  .join(' union all ')
