import { JOB_MOVES, JOB_STATES, TERMINAL_STATES } from '@millrace/contracts/job-states'
import { LIMITS } from '@millrace/contracts/limits'
import type pg from 'pg'
import { COUNTED_TABLES, countedBytes } from '../counted-texts.ts'
import { queueName } from '../job-messages.ts'

/*
 * Rules that must always hold. Each query returns the rows that violate its rule. The queries run as superuser, because
 * row-level security would hide rows.
 */

const legalMoves = JOB_STATES.flatMap((from) => JOB_MOVES[from].map((to) => `('${from}', '${to}')`)).join(', ')
const terminal = TERMINAL_STATES.map((state) => `'${state}'`).join(', ')

const states = JOB_STATES.map((state) => `'${state}'`).join(', ')

const RULES: Record<string, string> = {
  'every job has one of the known states': `select id, state from job where state is null or state not in (${states})`,
  'every recorded state change is a legal transition': `
    select job_id, seq, from_state, to_state from job_move
    where (from_state is null and to_state <> 'Created')
       or (from_state is not null and (from_state, to_state) not in (${legalMoves}))`,
  'the last event has the current state of the job': `
    select id, state, to_state from job
    left join job_move on job_id = id and seq = event_seq where to_state is distinct from state`,
  'the history of a job has no gaps and starts with its creation': `
    select job_id from job_move group by job_id
    having min(seq) <> 1 or max(seq) <> count(*) or count(*) filter (where from_state is null) <> 1`,
  'each event starts in the state in which the previous one ended': `
    select job_id, seq from (
      select job_id, seq, from_state, lag(to_state) over (partition by job_id order by seq) as before from job_move
    ) event where from_state is distinct from before`,
  'no event follows a terminal state': `select job_id, seq from job_move where from_state in (${terminal})`,
  'a job has a completion time exactly if its state is terminal': `select id, state from job where (state in (${terminal})) <> (completed_at is not null)`,
  'each claim increments the attempt by one': `
    select job_id, seq from (
      select job_id, seq, attempt, row_number() over (partition by job_id order by seq) as expected
      from job_move where to_state = 'Processing'
    ) claim where attempt <> expected`,
  'no waiting job has a lease token': `
    select id, attempt from job where state = 'Pending' and lease_token is not null`,
  'every waiting job has a message': `
    select id from job where state = 'Pending' and not exists (
      select 1 from pgboss.job message
      where message.name = ${queueName('job.step_id')} and message.data->>'jobId' = job.id::text
        and message.state = 'created' and message.keep_until > now() + interval '1 year')`,
  'no message is active in the queue': `select id, state from pgboss.job where name like ${queueName(`'%'`)} and state <> 'created'`,
  'only the outputs of the completing attempt are visible': `
    select output.job_id, output.attempt from job_output output join job on job.id = output.job_id
    where output.work_data_id is not null and (job.state <> 'Completed' or output.attempt <> job.attempt)`,
  'every result belongs to the job that produced it': `
    select work_data.id from work_data left join job_output on job_output.work_data_id = work_data.id
    where kind = 'ProcessingArtefact' and produced_by_job in (select id from job) and job_output.job_id is null`,
  'no attempt continues long after its lease has expired': `
    select id from job where state = 'Processing' and lease_until < now() - interval '6 seconds'`,
  'the parent of every sub-job exists': `
    select child.id from job child left join job parent on parent.id = child.parent_id
    where child.parent_id is not null and parent.id is null`,
  'no job of an ended parent starts later': `
    select child.id from job child join job parent on parent.id = child.parent_id
    where parent.state in ('Error', 'Canceled') and child.state in ('Pending', 'Processing')`,
  'every execution has ended nodes exactly if it completed, or it is in the engine’s queue': `
    select execution.job_id, node.node from execution join job on job.id = execution.job_id
    join execution_node node on node.execution_id = execution.job_id
    where job.state in (${terminal}) and node.state in ('Waiting', 'Ready', 'Expanding', 'Running')
      and not exists (select from execution_due due where due.execution_id = job.id)`,
  'a node counts down each node it waits for once': `
    select node.execution_id, node.node from execution_node node join job on job.id = node.execution_id
    where node.state = 'Waiting' and job.state = 'Processing' and node.remaining <> (
      select count(*) from execution_edge edge join execution_node before
        on before.execution_id = edge.execution_id and before.node = edge.from_node
      where edge.execution_id = node.execution_id and edge.to_node = node.node
        and before.state in ('Waiting', 'Ready', 'Expanding', 'Running'))`,
  'a node counts each of its runs once': `
    select execution_id, node from execution_node node, lateral (
      select count(*) filter (where outcome = 'Completed') as good,
        count(*) filter (where outcome in ('Failed', 'Canceled')) as bad, count(distinct item) as items
      from execution_run run where run.execution_id = node.execution_id and run.node = node.node
    ) counted where (completed, failed, created) <> (good, bad, items) or active <> coalesce(runs, 0) - good - bad`,
  'a run is created only after every node it waits for has ended': `
    select run.job_id from execution_run run join job_move created on created.job_id = run.job_id and created.seq = 1
    join execution_edge edge on edge.execution_id = run.execution_id and edge.to_node = run.node
    join execution_node before on before.execution_id = run.execution_id and before.node = edge.from_node
    where run.reused_from is null and (before.ended_at is null or before.ended_at > created.at)`,
  'no item of a node completes twice': `
    select execution_id, node, item from execution_run where outcome = 'Completed'
    group by execution_id, node, item having count(*) > 1`,
  'no dependency is on a job that has ended': `
    select feed.job_id from job_feed feed join job on job.id = feed.from_job_id where job.state in (${terminal})`,
  'the used storage of an owner is the sum of its distinct contents, logs and large texts': `
    select owner.id, used_bytes from owner
    where used_bytes <> (
      select coalesce(sum(size_in_bytes), 0)
      from (select distinct sha256, size_in_bytes from work_data where owner_id = owner.id) content
    ) + (select coalesce(sum(byte_count), 0) from job_log where owner_id = owner.id
    )${COUNTED_TABLES.map((table) => ` + (select coalesce(sum(${countedBytes(table, table)}), 0) from ${table} where owner_id = owner.id)`).join('')}`,
  'no job has more attempts than allowed': `
    select id, attempt from job where attempt > ${LIMITS.attemptsMax} and state in ('Pending', 'Processing')
      and not exists (select 1 from job_move where job_id = job.id and from_state = 'DataMissing')`,
}

/** Returns a sentence for each violated rule. The client must be connected as superuser. */
export async function brokenInvariants(client: pg.Client | pg.Pool): Promise<string[]> {
  const { rows } = await client.query<{ rule: string; broken: number; example: unknown }>(QUESTION)
  return rows
    .filter(({ broken }) => broken > 0)
    .map(({ rule, broken, example }) => `${rule}: ${broken} violations, such as ${JSON.stringify(example)}`)
}

/** Checks all rules in one statement, so all of them see the same snapshot. */
const QUESTION = Object.entries(RULES)
  .map(
    ([rule, query]) =>
      `select '${rule}' as rule, count(*)::int as broken, (array_agg(to_jsonb(found)))[1] as example from (${query}) found`,
  )
  .join(' union all ')
