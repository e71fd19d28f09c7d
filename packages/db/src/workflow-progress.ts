import { TERMINAL_STATES } from '@millrace/contracts/job-states'
import { CHANNEL } from './changes.ts'
import { DIRECT_LEASES } from './direct-leases.ts'
import { EXECUTION_QUEUE } from './execution-queue.ts'
import { GENERIC_INDEX_PLAN } from './generic-index-plan.ts'
import { insertMessages } from './job-messages.ts'
import { LEASED, leaseDocument } from './lease-documents.ts'

/*
 * A trigger that advances workflows in the transaction that ends a job, no matter what ends the job: its worker, a
 * user, maintenance or another job.
 *
 *     Waiting ──all predecessors ended──► Ready ──engine──► Expanding ──► Running ──all runs ended──► Completed | Failed
 *        └──a needed predecessor gave no result──► Skipped
 *
 * When a run ends, its node decrements the number of active runs. When the last run of a node ends, the node ends, and
 * each successor decrements its number of remaining predecessors. A successor that reaches zero becomes Ready or
 * Skipped. If it becomes Skipped, its own successors decrement their numbers. Each counter changes under its row’s
 * lock, so of two transactions that end the last two runs, only the later one sees zero.
 *
 * The engine does the rest: it creates the runs of Ready nodes, repeats failed runs, and ends the execution. A row in
 * `execution_due` records that the engine has to advance the execution, and a notification wakes the engine
 * immediately. If a crash prevents the notification, maintenance finds the row.
 *
 * Usually, only a few runs have to be created. The transaction that completes runs of an execution then also creates
 * the next runs, which saves a transaction per node. Instead of queuing the execution for the engine, that transaction
 * advances the execution itself (`take_deferred`), unless another transaction has locked the execution’s job.
 *
 * Locks are taken in this order, so transactions cannot deadlock: the execution’s job, jobs of runs, nodes with runs,
 * waiting nodes. Rows of each kind are locked in sorted order. A transaction that ends a run never waits for the
 * execution’s job.
 */

const TERMINAL = TERMINAL_STATES.map((state) => `'${state}'`).join(', ')

/**
 * Compares the old and new rows with EXCEPT instead of a join, because the trigger inherits the planner settings of a
 * calling function, which may allow only nested loops (generic-index-plan.ts).
 */
const JOBS_ENDED = `create or replace function jobs_ended() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  runs uuid[];
  executions uuid[];
begin
  select array_agg(id) filter (where parent_id is not null),
    array_agg(id) filter (where executor = 'engine' and state <> 'Completed')
  into runs, executions
  from new_jobs where state in (${TERMINAL}) and (parent_id is not null or executor = 'engine');
  if runs is not null then
    perform end_runs(runs);
  end if;
  if executions is not null then
    perform enqueue_executions(array_agg(id)) from (
      select id, state from new_jobs where id = any(executions)
      except select id, state from old_jobs where executor = 'engine') as changed;
  end if;
  return null;
end $$;
drop trigger if exists jobs_ended on job;
create trigger jobs_ended after update on job referencing old table as old_jobs new table as new_jobs
  for each statement execute function jobs_ended();`

/**
 * Updates the counters of nodes whose runs have ended. A canceled run counts as failed and is not repeated. A run that
 * failed before it started is not repeated, either, because it would fail again. If the execution itself has ended, its
 * nodes do not advance, because the engine marks them as canceled. Nodes are locked in one statement and changed in the
 * next, so the change is based on what concurrent transactions have committed.
 */
const END_RUNS = `create or replace function end_runs(jobs uuid[]) returns void language plpgsql ${GENERIC_INDEX_PLAN} as $$
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
      when run.try <= node.retries and job.attempt > 0 then 'Repeat'
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
  if due is not null then
    perform enqueue_executions(due);
  end if;
  perform count_ended(executions, nodes, goods, bads);
end $$;
create or replace function count_ended(executions uuid[], nodes integer[], goods integer[], bads integer[]) returns void
language plpgsql ${GENERIC_INDEX_PLAN} as $$
begin
  perform from execution_node where (execution_id, node) in (select * from unnest(executions, nodes))
    order by execution_id, node for update;
  with counted as (
    select node.execution_id, node.node, good, bad, case
      when node.state not in ('Expanding', 'Running')
        or not exists (select from job where job.id = node.execution_id and job.state = 'Processing') then null
      when node.stops and bad > 0 then 'Failed'
      when node.active - good - bad > 0 then null
      when node.completed + good = 0 and node.failed + bad > 0 then 'Failed'
      else 'Completed' end as final
    from unnest(executions, nodes, goods, bads) as ended(execution_id, node, good, bad)
    join execution_node as node on node.execution_id = ended.execution_id and node.node = ended.node
  ), advanced as (
    update execution_node as node set
      completed = node.completed + good, failed = node.failed + bad, active = node.active - good - bad,
      state = coalesce(final, node.state), ended_at = case when final is null then node.ended_at else clock_timestamp() end
    from counted where node.execution_id = counted.execution_id and node.node = counted.node
    returning node.execution_id, node.node, final
  )
  select array_agg(execution_id), array_agg(node) into executions, nodes from advanced where final is not null;
  if executions is not null then
    perform end_nodes(executions, nodes);
  end if;
end $$;`

/**
 * Decrements the counters of the nodes' successors. The caller has locked the nodes, and has set their states and end
 * times. If there are several reasons to skip a node, the alphabetically first reason is kept, so the result doesn't
 * depend on the order in which nodes end.
 *
 * The engine is notified only if it may have something to do: a node became Ready, a node's failure ends the execution,
 * a node without successors ended (perhaps the last node), or a node ended after which progress is counted. Otherwise,
 * each of many nodes that precede a common successor would wake the engine for nothing.
 */
const END_NODES = `create or replace function end_nodes(executions uuid[], nodes integer[]) returns void language plpgsql ${GENERIC_INDEX_PLAN} as $$
declare
  enqueued uuid[];
  due uuid[];
  counts boolean;
  is_counted boolean := false;
begin
  while executions is not null loop
    perform from execution_node where (execution_id, node) in (
        select edge.execution_id, edge.to_node
        from unnest(executions, nodes) as ended(execution_id, node)
        join execution_edge as edge on edge.execution_id = ended.execution_id and edge.from_node = ended.node
      ) order by execution_id, node for update;
    with ended as materialized (
      select node.execution_id, edge.to_node, node.counts, node.state = 'Failed' and node.stops as stops,
        node.state = 'Failed' or node.blocked as blocks,
        case when node.state = 'Failed' or node.blocked or (node.state = 'Skipped' and edge.uses)
          then quote_name(node.title) || case when node.state = 'Failed' then ' failed.' else ' was skipped.' end end as reason
      from unnest(executions, nodes) as ended(execution_id, node)
      join execution_node as node using (execution_id, node)
      left join execution_edge as edge on edge.execution_id = node.execution_id and edge.from_node = node.node
    ), met as (
      select execution_id, to_node as node, count(*) as ended, min(reason) as reason, bool_or(blocks) as blocked
      from ended where to_node is not null group by execution_id, to_node
    ), advanced as (
      update execution_node as node set
        remaining = node.remaining - met.ended,
        reason = least(node.reason, met.reason),
        blocked = node.blocked or met.blocked,
        state = case
          when node.remaining > met.ended then node.state
          when coalesce(node.reason, met.reason) is null then 'Ready'
          else 'Skipped' end,
        ended_at = case when node.remaining <= met.ended and coalesce(node.reason, met.reason) is not null
          then clock_timestamp() end
      from met
      where node.execution_id = met.execution_id and node.node = met.node and node.state is not distinct from 'Waiting'
      returning node.execution_id, node.node, node.state
    )
    select array_agg(execution_id) filter (where state = 'Skipped'), array_agg(node) filter (where state = 'Skipped'),
      array_agg(execution_id) filter (where state = 'Ready') || (
        select array_agg(distinct execution_id) from ended where to_node is null or stops or ended.counts),
      (select bool_or(ended.counts) from ended)
    into executions, nodes, due, counts from advanced;
    enqueued := enqueued || due;
    is_counted := is_counted or counts;
  end loop;
  if is_counted then
    perform count_progress();
  end if;
  perform enqueue_executions(enqueued);
end $$;
create or replace function quote_name(name text) returns text language sql immutable as $$ select '“' || name || '”' $$;`

/**
 * Records that the first runs of the nodes in `started` are being created, and sets the execution's progress. `started`
 * maps each node to how many runs it has and how many of them have been created. `started` is not joined, because a
 * join would read all nodes of the execution, or all of `started` for each node.
 *
 * Then creates the jobs of runs, with their parameters and inputs, directly in their next state, because each further
 * state change would update all indexes of the table. A run with an error is created as Error, a run with missing data
 * as DataMissing. A single run with a `taker` is leased to that worker if possible (direct-leases.ts), and the data
 * that the worker needs is returned. Otherwise, this function queues the run. Without a `taker`, the caller queues the
 * jobs for workers. The engine starts nested workflows. The history names the system as the creator of the jobs, even
 * if a user has just started the execution.
 */
const CREATE_RUNS = `drop function if exists create_runs(uuid, jsonb);
drop function if exists create_runs(uuid, jsonb, jsonb);
create or replace function create_runs(execution uuid, runs jsonb, started jsonb, progress real, taker jsonb) returns json
language plpgsql ${GENERIC_INDEX_PLAN} as $$
declare
  parent record;
  attempt_seconds integer;
  actor text := coalesce(current_setting('millrace.actor', true), '');
  impersonator text := coalesce(current_setting('millrace.impersonator', true), '');
  acting text;
  failed uuid[];
  enqueued uuid[];
begin
  if progress is not null then
    update job set progress = create_runs.progress where id = execution;
  end if;
  update execution_node as node set
    runs = (started->node.node::text->0)::integer,
    active = (started->node.node::text->0)::integer,
    created = (started->node.node::text->1)::integer,
    state = case when started->node.node::text->1 < started->node.node::text->0 then 'Expanding' else 'Running' end,
    started_at = now()
  where node.execution_id = execution and node.node = any(array(select jsonb_object_keys(started)::integer));

  select id, owner_id, created_by, outputs_deletable into parent from job where id = execution;
  if taker is not null then
    attempt_seconds := direct_lease_seconds((runs->0->>'stepId')::uuid, parent.owner_id, parent.created_by, taker);
  end if;
  if actor <> '' then
    acting := set_config('millrace.actor', '', true) || set_config('millrace.impersonator', '', true);
  end if;
  insert into job (id, owner_id, created_by, name, step_id, parent_id, executor, parameters, outputs_deletable, max_seconds,
    lost_slots, start_when_fed, error, completed_at, state, attempt, worker, lease_key, lease_token, lease_until, started_at,
    time_limit_seconds, run_until)
  select run.id, parent.owner_id, parent.created_by, run.name, run."stepId", parent.id, run.executor, run.parameters,
    parent.outputs_deletable, run."maxSeconds", run."lostSlots", run.executor = 'engine', coalesce(run.error, run.missing),
    case when run.error is not null then now() end,
    case when run.error is not null then 'Error' when run.missing is not null then 'DataMissing'
      when run.executor = 'engine' then 'ReadyForProcessing' when attempt_seconds is null then 'Pending' else 'Processing' end,
    coalesce(leased.attempt, 0), leased.worker, leased.key, leased.token, leased.until, leased.start, leased.seconds,
    leased.start + leased.seconds * interval '1 s'
  from jsonb_to_recordset(runs) as run(id uuid, name text, "stepId" uuid, executor text, parameters jsonb,
    "maxSeconds" integer, error text, missing text, "lostSlots" integer[])
  left join lateral (
    select 1 as attempt, taker->>'worker' as worker, (taker->>'keyId')::uuid as key, gen_random_uuid() as token,
      now() + (taker->>'leaseMs')::integer * interval '1 ms' as until, now() as start,
      least(attempt_seconds, run."maxSeconds") as seconds
  ) as leased on attempt_seconds is not null;

  if actor <> '' then
    acting := set_config('millrace.actor', actor, true) || set_config('millrace.impersonator', impersonator, true);
  end if;

  if jsonb_path_exists(runs, '$[*].inputs[*]') then
    insert into job_input (owner_id, job_id, slot, item, work_data_id)
    select parent.owner_id, run.id, (input->>0)::integer, (input->>1)::integer, (input->>2)::uuid
    from jsonb_to_recordset(runs) as run(id uuid, inputs jsonb) cross join lateral jsonb_array_elements(run.inputs) as input;
  end if;

  insert into execution_run (execution_id, node, item, try, owner_id, job_id, fingerprint)
  select execution, run.node, run.item, run.try, parent.owner_id, run.id, run.fingerprint
  from jsonb_to_recordset(runs) as run(id uuid, node integer, item integer, try integer, fingerprint text);

  if taker is not null and attempt_seconds is null then
    ${insertMessages(`(select id, owner_id, step_id, turn from job where id = (runs->0->>'id')::uuid)`, `interval '0'`)};
    perform pg_notify('${CHANNEL}', json_build_object('c', '[]'::json, 'q',
      json_build_array(json_build_array(runs->0->>'stepId', 1)))::text);
    return null;
  elsif attempt_seconds is not null then
    return (select ${leaseDocument(`array(select limited.value->>'plan' from jsonb_array_elements(taker->'plans') as limited)`)}
      from ${LEASED} where job.id = (runs->0->>'id')::uuid);
  end if;

  select array_agg(run.id) filter (where run.error is not null),
    array_agg(run.id) filter (where run.executor = 'engine' and run.error is null and run.missing is null)
  into failed, enqueued from jsonb_to_recordset(runs) as run(id uuid, executor text, error text, missing text);
  if failed is not null then
    perform end_runs(failed);
  end if;
  if enqueued is not null then
    perform enqueue_executions(enqueued);
  end if;
  return null;
end $$;
drop function if exists settle_runs;`

export const WORKFLOW_PROGRESS = [EXECUTION_QUEUE, END_NODES, END_RUNS, DIRECT_LEASES, CREATE_RUNS, JOBS_ENDED].join(
  '\n',
)
