import { CHANNEL } from './changes.ts'
import { BY_INDEX } from './planned-once.ts'

/*
 * How transactions tell the engine that an execution is due, and how it takes an execution from the queue
 * (workflow-progress.ts).
 */

/** Ids have 39 bytes in the payload, which must stay below 8,000. */
const PER_NOTIFICATION = 150

/** Makes the engine of some server look at these executions after the commit, or this transaction if it holds calls back. */
const CALL_ENGINE = `create or replace function call_engine(executions uuid[]) returns void language plpgsql as $$
begin
  if executions is null then
    return;
  elsif coalesce(current_setting('millrace.engine_calls', true), '') = 'held' then
    perform set_config('millrace.held_calls', concat_ws(' ', nullif(current_setting('millrace.held_calls', true), ''),
      array_to_string(executions, ' ')), true);
  else
    perform wake_engine(executions);
  end if;
end $$;
create or replace function wake_engine(executions uuid[]) returns void language plpgsql as $$
declare
  ids text;
begin
  insert into execution_due (execution_id, owner_id)
    select id, owner_id from job where id in (select unnest(executions));
  for ids in
    select json_agg(id)::text from (
      select id, row_number() over () / ${PER_NOTIFICATION} as part from (select distinct unnest(executions) as id) as one
    ) as numbered group by part
  loop
    perform pg_notify('${CHANNEL}', '{"c":[],"q":[],"e":' || ids || '}');
  end loop;
end $$;`

/** Locks the job of a due execution, and takes the execution from the queue. Returns nothing if it is not due. */
const TAKE_DUE = `create or replace function take_due(execution uuid) returns setof job language plpgsql ${BY_INDEX} as $$
declare
  locked job;
begin
  select * into locked from job where id = execution for update;
  delete from execution_due where execution_id = execution;
  if found and locked.id is not null then
    return next locked;
  end if;
end $$;`

/**
 * What decides how an execution goes on: a node whose failure ends it, with its cause, whether failed runs have to be
 * repeated, and how many nodes have not ended.
 */
const STANDING = `create or replace function execution_standing(execution uuid) returns json language plpgsql ${BY_INDEX} as $$
begin
  return json_build_object(
    'hasRepeats', exists (select from execution_run where execution_id = execution and outcome = 'Repeat'),
    'unfinished', (select count(*) from execution_node
      where execution_id = execution and state in ('Waiting', 'Ready', 'Expanding', 'Running')),
    'failure', (
      select json_build_object('title', node.title, 'cause', coalesce(node.reason, (
        select coalesce(job.error, 'Its job was canceled.') from execution_run as run join job on job.id = run.job_id
        where run.execution_id = execution and run.node = node.node and run.outcome in ('Failed', 'Canceled')
        order by job.completed_at, run.item limit 1), 'Its job was deleted.'))
      from execution_node as node where node.execution_id = execution and node.state = 'Failed' and node.stops
      order by node.ended_at, node.node limit 1));
end $$;`

/**
 * Ends the holding of calls, and locks the job of the execution if it was called, without waiting for a lock. Returns how
 * the execution stands and which nodes are Ready. If it returns nothing although the execution was called, the engine has
 * been woken. It is also woken for other executions that were called meanwhile. The statements after the lock see what
 * others committed before they released it.
 */
const TAKE_CALLED = `drop function if exists take_called(uuid);
create or replace function take_called(execution uuid, most integer) returns json language plpgsql ${BY_INDEX} as $$
declare
  locked job;
  called uuid[] := array(select distinct one::uuid from string_to_table(current_setting('millrace.held_calls', true), ' ') as one
    where one <> '');
begin
  perform set_config('millrace.engine_calls', '', true), set_config('millrace.held_calls', '', true);
  if execution = any(called) then
    select * into locked from job where id = execution for update skip locked;
    if locked.state is not distinct from 'Processing' then
      called := array_remove(called, execution);
    end if;
  end if;
  if called <> '{}' then
    perform wake_engine(called);
  end if;
  if locked.state is distinct from 'Processing' then
    return null;
  end if;
  return json_build_object(
    'job', json_build_object('id', locked.id, 'ownerId', locked.owner_id, 'progress', locked.progress),
    'standing', execution_standing(execution),
    'ready', (
      select coalesce(json_agg(json_build_object('node', node, 'nodeId', node_id, 'state', state, 'runs', runs,
        'created', created) order by node), '[]')
      from (select * from execution_node where execution_id = execution and state in ('Ready', 'Expanding')
        order by node limit most) as ready));
end $$;`

export const EXECUTION_CALLS = [CALL_ENGINE, TAKE_DUE, STANDING, TAKE_CALLED].join('\n')
