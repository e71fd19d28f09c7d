import { TERMINAL_STATES } from '@millrace/contracts/job-states'
import { EXECUTION_CALLS } from './execution-calls.ts'
import { HANDED_RUNS } from './handed-runs.ts'
import { BY_INDEX } from './planned-once.ts'

/*
 * Advances workflows in the transaction that ends a job, whatever ends it: its worker, a user, a sweep or another job.
 * A trigger does it, so no code path can forget it.
 *
 *     Waiting ──all predecessors ended──► Ready ──engine──► Expanding ──► Running ──all runs ended──► Completed | Failed
 *        └──a needed predecessor gave no result──► Skipped
 *
 * When a run ends, its node counts it. When the last run of a node ends, the node ends, and each successor counts down
 * its remaining predecessors. A successor that reaches zero becomes Ready or is Skipped, in which case its successors
 * count down in turn. Each counter changes under its row’s lock, so of two transactions that end the last two runs, the
 * later one sees zero, and only that one.
 *
 * The engine does the rest: it creates the runs of Ready nodes, repeats failed runs, and ends the execution. The row in
 * `execution_due` says that it has to look, the notification says so at once. After a crash in between, a sweep finds the
 * row.
 *
 * Usually, all there is to do is to create a few runs. The transaction that completes runs of an execution then does this
 * itself, which saves a transaction per node: it holds the notifications back, and takes the execution from the queue
 * (`take_called`) unless another transaction has locked it.
 *
 * Locks are taken in this order, so that transactions cannot deadlock: the execution’s job, jobs of runs, nodes with
 * runs, waiting nodes, each kind sorted. A transaction that ends a run never waits for the execution’s job.
 */

const TERMINAL = TERMINAL_STATES.map((state) => `'${state}'`).join(', ')
const JOBS_ENDED = `create or replace function jobs_ended() returns trigger language plpgsql as $$
declare
  runs uuid[];
  executions uuid[];
begin
  if not exists (select from new_jobs where state in (${TERMINAL}) and (parent_id is not null or executor = 'engine')) then
    return null;
  end if;
  select array_agg(job.id) filter (where job.parent_id is not null),
    array_agg(job.id) filter (where job.executor = 'engine' and job.state <> 'Completed')
  into runs, executions
  from new_jobs as job join old_jobs as before on before.id = job.id and before.state <> job.state
  where job.state in (${TERMINAL});
  if runs is not null then
    perform end_runs(runs);
  end if;
  perform call_engine(executions);
  return null;
end $$;
drop trigger if exists jobs_ended on job;
create trigger jobs_ended after update on job referencing old table as old_jobs new table as new_jobs
  for each statement execute function jobs_ended();`

/**
 * Counts runs that ended. A canceled run counts as failed and is not repeated. If the execution itself has ended, its
 * nodes do not advance; the engine marks them as canceled. Nodes are locked in one statement and
 * changed in the next, which then sees what concurrent transactions counted.
 */
const END_RUNS = `create or replace function end_runs(jobs uuid[]) returns void language plpgsql ${BY_INDEX} as $$
declare
  executions uuid[];
  nodes integer[];
  goods integer[];
  bads integer[];
  due uuid[];
begin
  with ended as (
    update execution_run as run set outcome = case
      when job.state = 'Completed' then 'Completed'
      when job.state = 'Canceled' then 'Canceled'
      when run.try <= node.retries then 'Repeat'
      else 'Failed' end
    from job, execution_node as node
    where job.id = any(jobs) and run.job_id = job.id and run.outcome is null
      and node.execution_id = run.execution_id and node.node = run.node
    returning run.execution_id, run.node, run.outcome
  ), counted as (
    select execution_id, node, count(*) filter (where outcome = 'Completed') as good,
      count(*) filter (where outcome in ('Failed', 'Canceled')) as bad, bool_or(outcome = 'Repeat') as repeats
    from ended group by execution_id, node
  )
  select array_agg(execution_id), array_agg(node), array_agg(good), array_agg(bad), array_agg(execution_id) filter (where repeats)
  into executions, nodes, goods, bads, due from counted;
  if executions is null then
    return;
  end if;
  perform call_engine(due);

  perform from execution_node where (execution_id, node) in (select * from unnest(executions, nodes))
    order by execution_id, node for update;
  with advanced as (
    update execution_node as node set
      completed = node.completed + good, failed = node.failed + bad, active = node.active - good - bad,
      state = case
        when node.state not in ('Expanding', 'Running')
          or not exists (select from job where job.id = node.execution_id and job.state = 'Processing') then node.state
        when node.stops and bad > 0 then 'Failed'
        when node.active - good - bad > 0 then node.state
        when node.completed + good = 0 and node.failed + bad > 0 then 'Failed'
        else 'Completed' end
    from unnest(executions, nodes, goods, bads) as ended(execution_id, node, good, bad)
    where node.execution_id = ended.execution_id and node.node = ended.node
    returning node.execution_id, node.node, node.state, node.ended_at
  )
  select array_agg(execution_id), array_agg(node) into executions, nodes
  from advanced where state in ('Completed', 'Failed') and ended_at is null;
  perform end_nodes(executions, nodes);
end $$;`

/** Sets when nodes ended, and lets their successors count down. The caller has set their states and locked them. */
const END_NODES = `create or replace function end_nodes(executions uuid[], nodes integer[]) returns void language plpgsql ${BY_INDEX} as $$
begin
  perform call_engine(executions);
  while executions is not null loop
    update execution_node set ended_at = clock_timestamp()
    where (execution_id, node) in (select * from unnest(executions, nodes));
    perform from execution_node where (execution_id, node) in (
        select edge.execution_id, edge.to_node
        from unnest(executions, nodes) as ended(execution_id, node)
        join execution_edge as edge on edge.execution_id = ended.execution_id and edge.from_node = ended.node
      ) order by execution_id, node for update;
    with met as (
      select edge.execution_id, edge.to_node as node, count(*) as ended,
        min(quote_name(node.title) || case when node.state = 'Failed' then ' failed.' else ' was skipped.' end)
          filter (where node.state = 'Failed' or node.blocked or (node.state = 'Skipped' and edge.uses)) as reason,
        bool_or(node.state = 'Failed' or node.blocked) as blocked
      from unnest(executions, nodes) as ended(execution_id, node)
      join execution_node as node using (execution_id, node)
      join execution_edge as edge on edge.execution_id = node.execution_id and edge.from_node = node.node
      group by edge.execution_id, edge.to_node
    ), advanced as (
      update execution_node as node set
        remaining = node.remaining - met.ended,
        reason = coalesce(node.reason, met.reason),
        blocked = node.blocked or met.blocked,
        state = case
          when node.remaining > met.ended then node.state
          when coalesce(node.reason, met.reason) is null then 'Ready'
          else 'Skipped' end
      from met
      where node.execution_id = met.execution_id and node.node = met.node and node.state is not distinct from 'Waiting'
      returning node.execution_id, node.node, node.state
    )
    select array_agg(execution_id), array_agg(node) into executions, nodes from advanced where state = 'Skipped';
  end loop;
end $$;
create or replace function quote_name(name text) returns text language sql immutable as $$ select '“' || name || '”' $$;`

/**
 * Creates the jobs of runs, with their parameters and inputs, in the state in which they stay: the caller queues those of
 * workers, and the engine starts workflows. A run with an error has ended, and one with missing data waits for it. Each
 * further change of a job's state would write all indexes of the table again. A run that is given a `taker` may start
 * its life leased to that worker (handed-runs.ts). Then what the worker receives is returned.
 */
const CREATE_RUNS = `drop function if exists create_runs(uuid, jsonb);
create or replace function create_runs(execution uuid, runs jsonb, taker jsonb) returns json language plpgsql ${BY_INDEX} as $$
declare
  parent job;
  attempt_seconds integer;
  failed uuid[];
  called uuid[];
begin
  select * into parent from job where id = execution;
  if taker is not null then
    attempt_seconds := handed_run_seconds((runs->0->>'stepId')::uuid, parent.owner_id, parent.created_by, taker);
  end if;
  insert into job (id, owner_id, created_by, name, step_id, parent_id, executor, parameters, outputs_deletable, max_seconds,
    start_when_fed, error, completed_at, state, attempt, worker, lease_key, lease_token, lease_until, started_at,
    time_limit_seconds, run_until)
  select run.id, parent.owner_id, parent.created_by, run.name, run."stepId", parent.id, run.executor, run.parameters,
    parent.outputs_deletable, run."maxSeconds", run.executor = 'engine', coalesce(run.error, run.missing),
    case when run.error is not null then now() end,
    case when run.error is not null then 'Error' when run.missing is not null then 'DataMissing'
      when run.executor = 'engine' then 'ReadyForProcessing' when attempt_seconds is null then 'Pending' else 'Processing' end,
    coalesce(handed.attempt, 0), handed.worker, handed.key, handed.token, handed.until, handed.start, handed.seconds,
    handed.start + handed.seconds * interval '1 s'
  from jsonb_to_recordset(runs) as run(id uuid, name text, "stepId" uuid, executor text, parameters jsonb,
    "maxSeconds" integer, error text, missing text)
  left join lateral (
    select 1 as attempt, taker->>'worker' as worker, (taker->>'keyId')::uuid as key, gen_random_uuid() as token,
      now() + (taker->>'leaseMs')::integer * interval '1 ms' as until, now() as start,
      least(attempt_seconds, run."maxSeconds") as seconds
  ) as handed on attempt_seconds is not null;

  if jsonb_path_exists(runs, '$[*].inputs[*]') then
    insert into job_input (owner_id, job_id, slot, item, work_data_id)
    select parent.owner_id, run.id, (input->>0)::integer, (input->>1)::integer, (input->>2)::uuid
    from jsonb_to_recordset(runs) as run(id uuid, inputs jsonb) cross join lateral jsonb_array_elements(run.inputs) as input;
  end if;

  insert into execution_run (execution_id, node, item, try, owner_id, job_id, fingerprint)
  select execution, run.node, run.item, run.try, parent.owner_id, run.id, run.fingerprint
  from jsonb_to_recordset(runs) as run(id uuid, node integer, item integer, try integer, fingerprint text);

  if attempt_seconds is not null then
    return (select lease from lease_documents(array[(runs->0->>'id')::uuid], array(
      select plan->>'plan' from jsonb_array_elements(taker->'plans') as plan)) as lease);
  end if;

  select array_agg(run.id) filter (where run.error is not null),
    array_agg(run.id) filter (where run.executor = 'engine' and run.error is null and run.missing is null)
  into failed, called from jsonb_to_recordset(runs) as run(id uuid, executor text, error text, missing text);
  if failed is not null then
    perform end_runs(failed);
  end if;
  perform call_engine(called);
  return null;
end $$;
drop function if exists settle_runs;`

export const WORKFLOW_PROGRESS = [EXECUTION_CALLS, END_NODES, END_RUNS, HANDED_RUNS, CREATE_RUNS, JOBS_ENDED].join('\n')
