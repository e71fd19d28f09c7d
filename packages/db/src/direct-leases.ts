import { queueName } from './job-messages.ts'

/*
 * Decides whether a run of a workflow is created with a lease. This is possible if a completion enables exactly one
 * run, and if the worker that completed the job also asks for its next job. The run is then inserted in the state
 * Processing, leased to that worker. Otherwise, it is inserted as Pending with a message. Inserting it as Pending and
 * then claiming it in the same transaction would write its entries in a dozen indexes twice.
 *
 * The worker only gets a job that it would have claimed anyway: it must serve the run's step, no message may wait in
 * any of the queues that it serves, and the limits of the owner's plan and of the worker must not be reached. No locks
 * are needed to enforce the limits, because the owner's completed job stops counting in the same commit in which the
 * new run starts to count.
 *
 * Returns the time limit of the attempt in seconds, before the time limit of the run’s node is applied, or null if the
 * run has to be queued.
 */
export const DIRECT_LEASES = `create or replace function direct_lease_seconds(
  run_step uuid, run_owner uuid, account uuid, taker jsonb
) returns integer language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  steps uuid[] := translate(taker->>'stepIds', '[]"', '{}')::uuid[];
  seconds integer;
  plan_limit integer;
  plan_seconds integer;
  per_owner integer := taker->>'perOwner';
begin
  select coalesce(s.time_limit_seconds, (taker->>'defaultSeconds')::integer), (p->>'runningJobs')::integer, (p->>'jobSeconds')::integer
  into seconds, plan_limit, plan_seconds
  from processing_step s join owner o on o.id = run_owner
  left join jsonb_array_elements(taker->'plans') p on p->>'plan' = o.plan
  where s.id = run_step and s.id = any(steps) and s.owner_id = (taker->>'stepOwnerId')::uuid
    and s.deployment_state = 'External' and s.executor = 'worker';
  if seconds is null or exists (
    select from unnest(steps) as step cross join lateral (
      select from pgboss.job where name = ${queueName('step')} and state < 'active' and not blocked
        and start_after <= clock_timestamp() limit 1
    ) as waiting
  ) then
    return null;
  end if;
  if plan_limit is not null and plan_limit <= (
    select count(*) from job where owner_id = run_owner and state = 'Processing' and executor = 'worker') then
    return null;
  end if;
  if per_owner is not null and per_owner <= (
    select greatest(count(*) filter (where owner_id = run_owner), count(*) filter (where created_by = account)) from job
    where state = 'Processing' and lease_key = (taker->>'keyId')::uuid and worker = taker->>'worker') then
    return null;
  end if;
  return least(seconds, plan_seconds);
end $$;`
