import { CONNECTED } from './shown-steps.ts'

/**
 * If a node runs a nested workflow for many items, at most this many of its unfinished runs are examined. A few are
 * enough, because all of them wait for the same steps.
 */
const LOOKED_INTO = 5

/**
 * Common table expressions for the executions `$1`. They find nodes whose runs no worker can claim, because no
 * connected worker offers their step or because the step is suspended. Runs of nested workflows are included. `blocked`
 * has the columns `root`, `node`, `title` (of the step) and `suspended`. Requires `with recursive`.
 */
export const BLOCKED_RUNS = `inside as (
       select id as root, null::int as node, id as execution_id from unnest($1::uuid[]) as id
       union all
       select inside.root, coalesce(inside.node, node.node), run.job_id
       from inside join execution on execution.job_id = inside.execution_id
       join execution_node as node on node.execution_id = inside.execution_id and node.state in ('Expanding', 'Running')
       join processing_step as step on step.id = execution.step_ids[node.node + 1] and step.executor = 'engine'
       cross join lateral (
         select job_id from execution_run as run
         where run.execution_id = node.execution_id and run.node = node.node and run.outcome is null
         order by run.item limit ${LOOKED_INTO}
       ) as run
     ), running as (
       select inside.root, coalesce(inside.node, node.node) as root_node, node.execution_id, node.node,
         execution.step_ids[node.node + 1] as step_id
       from inside join execution on execution.job_id = inside.execution_id
       join execution_node as node on node.execution_id = inside.execution_id and node.state in ('Expanding', 'Running')
     ), blocked as (
       select distinct on (running.root, running.root_node) running.root, running.root_node as node, step.title,
         step.deployment_state <> 'External' as suspended
       from running join steps_of_jobs(array(select distinct step_id from running)) as step on step.id = running.step_id
       where step.executor = 'worker'
         and (step.deployment_state <> 'External' or coalesce(step.worker_seen_at <= now() - ${CONNECTED}, true))
         and exists (
           select from execution_run as run join job on job.id = run.job_id
           where run.execution_id = running.execution_id and run.node = running.node and run.outcome is null
             and job.state = 'Pending'
         )
       order by running.root, running.root_node, running.execution_id, running.node
     )`
