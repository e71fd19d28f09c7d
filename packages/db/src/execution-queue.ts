import { CHANNEL } from './changes.ts'
import { GENERIC_INDEX_PLAN } from './generic-index-plan.ts'

/*
 * Database functions that add executions to the engine's queue or take executions from it (see workflow-progress.ts).
 */

/** Maximum number of runs that a transaction creates while it completes other runs. */
export const INLINE_RUNS_MAX = 25

/** Maximum number of ids in one notification. Each id takes 40 bytes, and the payload must stay below 8,000 bytes. */
const PER_NOTIFICATION = 150

/**
 * Whether this transaction counts the unfinished nodes of executions. Counting reads all of these nodes, so it is not
 * done each time a node ends.
 */
const IS_COUNTED = `coalesce(current_setting('millrace.counts', true), '') = 'yes'`
const COUNT_PROGRESS = `create or replace function count_progress() returns void language plpgsql as $$
declare
  counts text := set_config('millrace.counts', 'yes', true);
begin
end $$;`

/**
 * Adds executions to the engine's queue and notifies the engine after the commit. If this transaction defers queuing,
 * collects the executions for `take_deferred` instead.
 */
const ENQUEUE_EXECUTIONS = `drop function if exists call_engine(uuid[]);
create or replace function enqueue_executions(executions uuid[]) returns void language plpgsql as $$
declare
  setting text;
begin
  if executions is null then
    return;
  elsif coalesce(current_setting('millrace.enqueuing', true), '') = 'deferred' then
    setting := set_config('millrace.deferred_executions', concat_ws(' ', nullif(current_setting('millrace.deferred_executions', true), ''),
      array_to_string(executions, ' ')), true);
  else
    perform wake_engine(executions);
  end if;
end $$;
create or replace function wake_engine(executions uuid[]) returns void language plpgsql as $$
declare
  ids text;
begin
  insert into execution_due (execution_id, owner_id, counts)
    select id, owner_id, ${IS_COUNTED} from job where id in (select unnest(executions));
  for ids in
    select json_agg(id)::text from (
      select id, row_number() over () / ${PER_NOTIFICATION} as part from (select distinct unnest(executions) as id) as one
    ) as numbered group by part
  loop
    perform pg_notify('${CHANNEL}', '{"c":[],"q":[],"e":' || ids || '}');
  end loop;
end $$;`

/**
 * Locks and returns the job of an execution, and takes the execution from the queue. Returns nothing if the execution
 * is not in the queue or its job was deleted.
 */
const TAKE_DUE = `create or replace function take_due(execution uuid) returns setof job language plpgsql ${GENERIC_INDEX_PLAN} as $$
declare
  locked job;
  counts boolean;
begin
  select * into locked from job where id = execution for update;
  with due as (delete from execution_due where execution_id = execution returning execution_due.counts)
  select bool_or(due.counts) into counts from due;
  if counts then
    perform count_progress();
  end if;
  if counts is not null and locked.id is not null then
    return next locked;
  end if;
end $$;`

const UNFINISHED = `from execution_node
      where execution_id = execution and state in ('Waiting', 'Ready', 'Expanding', 'Running')`

/**
 * SQL for the status of an execution, which decides how the execution continues. `failure` is the node whose failure
 * ends the execution, with the cause. `unfinished` is null unless this transaction counts the unfinished nodes.
 */
const STATUS = `json_build_object(
    'hasRepeats', exists (select from execution_run where execution_id = execution and outcome = 'Repeat'),
    'isFinished', not exists (select ${UNFINISHED}),
    'unfinished', case when ${IS_COUNTED} then (select count(*) ${UNFINISHED}) end,
    'failure', (
      select json_build_object('title', node.title, 'cause', coalesce((
        select coalesce(job.error, 'Its job was canceled.') from execution_run as run join job on job.id = run.job_id
        where run.execution_id = execution and run.node = node.node and run.outcome in ('Failed', 'Canceled')
        order by job.completed_at, run.item limit 1), node.reason, 'Its job was deleted.'))
      from execution_node as node where node.execution_id = execution and node.state = 'Failed' and node.stops
      order by node.ended_at, node.node limit 1))`

const EXECUTION_STATUS = `create or replace function execution_status(execution uuid) returns json language plpgsql ${GENERIC_INDEX_PLAN} as $$
begin
  return ${STATUS};
end $$;`

/**
 * Ends the deferral of queuing in this transaction (see `enqueue_executions`). If `execution` was collected, tries to
 * lock its job without waiting. If the job could be locked and is Processing, returns the execution's status and its
 * Ready and Expanding nodes with their steps, otherwise null. Queues all collected executions, except `execution` if
 * its status is returned. The status is read after the job is locked, so it includes what other transactions committed
 * before they released the lock.
 */
const TAKE_DEFERRED = `drop function if exists take_called(uuid);
create or replace function take_deferred(execution uuid) returns json language plpgsql ${GENERIC_INDEX_PLAN} as $$
declare
  locked record;
  setting text;
  is_locked boolean := false;
  deferred uuid[] := array(select distinct one::uuid from string_to_table(current_setting('millrace.deferred_executions', true), ' ') as one
    where one <> '');
begin
  setting := set_config('millrace.enqueuing', '', true);
  setting := set_config('millrace.deferred_executions', '', true);
  if execution = any(deferred) then
    select state, owner_id, progress into locked from job where id = execution for update skip locked;
    is_locked := found and locked.state = 'Processing';
    if is_locked then
      deferred := array_remove(deferred, execution);
    end if;
  end if;
  if deferred <> '{}' then
    perform wake_engine(deferred);
  end if;
  if not is_locked then
    return null;
  end if;
  return (with ready as materialized (
      select node, node_id, state, runs, created from execution_node
      where execution_id = execution and state in ('Ready', 'Expanding') order by node limit ${INLINE_RUNS_MAX + 1}
    ) select json_build_object(
    'job', json_build_object('id', execution, 'ownerId', locked.owner_id, 'progress', locked.progress),
    'status', ${STATUS},
    'ready', (
      select coalesce(json_agg(json_build_object('node', node, 'nodeId', node_id, 'state', state, 'runs', runs,
        'created', created) order by node), '[]')
      from ready),
    'steps', (
      select coalesce(json_agg(json_build_object('id', step.id, 'ownerId', step.owner_id, 'isPublic', step.is_public,
        'executor', step.executor, 'deterministic', step.deterministic, 'parameterSchema', step.parameter_schema,
        'defaultParameters', step.default_parameters, 'inputSlots', step.input_slots, 'outputSlots', step.output_slots)), '[]')
      from processing_step as step where step.id = any(array(
        select row.step_ids[one.node + 1] from public.execution as row cross join ready as one where row.job_id = execution)))));
end $$;`

export const EXECUTION_QUEUE = [COUNT_PROGRESS, ENQUEUE_EXECUTIONS, TAKE_DUE, EXECUTION_STATUS, TAKE_DEFERRED].join(
  '\n',
)
