import { LOCKS } from './advisory-locks.ts'
import { CLAIMED_BYTES } from './claimed-bytes.ts'
import { queueName } from './job-messages.ts'
import { LEASE_DOCUMENTS } from './lease-documents.ts'

/*
 * Leases waiting jobs to a worker in one round trip.
 *
 * In the caller's transaction, the message is deleted, the job moves to Processing, and the job gets the next attempt
 * number and a new lease token. After a crash before the commit, the message is still in the queue; after a crash
 * following the commit, the lease expires. Once a job is claimed, its row is authoritative: every write of a worker
 * carries the token, so a worker whose lease has expired cannot write. If the job of a message is no longer Pending,
 * the message is deleted and the next one is taken instead. Jobs are always locked in order of id, and all times come
 * from the database's clock.
 *
 * The time limit of an attempt is the lowest of the limits of the step, the owner's plan and the job's workflow.
 *
 * Plans limit how many jobs of an owner run at a time. Concurrent claims for one owner are serialized by an advisory
 * lock on that owner, held until the commit, so each claim counts the jobs of the previous claim. To rule out
 * deadlocks, only the first round that locks owners waits for these locks, in the order of owner ids; later rounds skip
 * owners that other transactions have locked. A worker may also limit how many jobs of one owner it runs. The same
 * limit applies to the jobs that one user created for all of the user’s organizations together, because each
 * organization is a separate owner. Claims of such a worker are serialized by an advisory lock on the worker. Leases
 * without a heartbeat for a third of their duration do not count toward the worker's limit, because the worker may have
 * crashed and restarted without these jobs. Messages of owners and users that have reached a limit stay queued. Steps
 * are processed in random order, so no step starves another.
 *
 * A worker may claim its next jobs in the transaction that completes a job. That transaction already holds locks, so
 * its claim never waits for a lock: it makes one round per step and skips locked messages and messages of locked jobs.
 * The worker's next claim can take them.
 *
 * pg-boss owns the message table, with its schema, indexes and maintenance. Messages are nevertheless inserted, read
 * and deleted with our own statements, because fetching and deleting them through pg-boss takes two more round trips
 * and one more write per message.
 *
 * Each connection plans this function's statements once, perhaps while the tables are empty and a sequential scan looks
 * cheap. With sequential scans disabled, the plans remain good as the tables grow. For the same reason, jobs are locked
 * by id alone: with a condition on the state, the planner would read every Pending job in an index on states. Without
 * `plan_cache_mode`, some statements would be planned for each claim. This planning takes a third as long as claiming
 * one job.
 */
export const JOB_CLAIMS = `${CLAIMED_BYTES}
${LEASE_DOCUMENTS}
create or replace function claim_jobs(
  steps uuid[], most integer, worker_name text, api_key uuid, lease interval, default_seconds integer, plans text[],
  plan_limits integer[], plan_seconds integer[], per_owner integer, owner_of_steps uuid, waits boolean
) returns setof json language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  step uuid;
  step_seconds integer;
  messages uuid[];
  jobs uuid[];
  owners uuid[];
  limited uuid[];
  rooms integer[];
  free integer;
  seconds integer[];
  crowded uuid[];
  full_owners text[] := '{}';
  own_worker bigint := hashtextextended(api_key || worker_name, ${LOCKS.workerClaims});
  active uuid[] := '{}';
  full_accounts uuid[] := '{}';
  locked uuid[] := '{}';
  may_wait boolean;
  candidate record;
  running integer;
  taken uuid[] := '{}';
begin
  if per_owner is not null then
    if waits then
      perform pg_advisory_xact_lock(own_worker);
    elsif not pg_try_advisory_xact_lock(own_worker) then
      return;
    end if;
  end if;

  for step, step_seconds in
    select s.id, coalesce(s.time_limit_seconds, default_seconds) from processing_step s where s.id = any(steps) and s.owner_id = owner_of_steps and s.deployment_state = 'External' and s.executor = 'worker' order by random()
  loop
    while cardinality(taken) < most loop
      if per_owner is not null then
        active := array(
          select created_by from job where state = 'Processing' and lease_key = api_key and worker = worker_name
            and lease_until > now() + lease * 2 / 3
        );
        full_accounts := array(select a from unnest(active) a group by a having count(*) >= per_owner);
      end if;
      select array_agg(m.id), array_agg((m.data->>'jobId')::uuid), array_agg(m.group_id::uuid) into messages, jobs, owners from (
        select id, data, group_id from pgboss.job
        where name = ${queueName('step')} and state < 'active' and not blocked and start_after <= clock_timestamp()
          and group_id <> all(full_owners)
          and (full_accounts = '{}' or not exists (
            select from job where job.id = (pgboss.job.data->>'jobId')::uuid and created_by = any(full_accounts)))
        order by priority desc, created_on
        limit most - cardinality(taken)
        for update skip locked
      ) m;
      exit when messages is null;

      limited := '{}';
      rooms := '{}';
      seconds := '{}';
      may_wait := waits and cardinality(locked) = 0;
      for candidate in
        select o.id, l.runs, l.seconds from owner o
        left join unnest(plans, plan_limits, plan_seconds) as l(plan, runs, seconds) on l.plan = o.plan
        where o.id = any(owners) and (l.plan is not null or per_owner is not null) order by o.id
      loop
        limited := limited || candidate.id;
        seconds := seconds || candidate.seconds;
        free := null;
        if candidate.runs is not null then
          if may_wait then
            perform pg_advisory_xact_lock(hashtextextended(candidate.id::text, ${LOCKS.owner}));
          elsif candidate.id <> all(locked)
            and not pg_try_advisory_xact_lock(hashtextextended(candidate.id::text, ${LOCKS.owner})) then
            rooms := rooms || 0;
            continue;
          end if;
          locked := locked || candidate.id;
          select count(*) into running from job where owner_id = candidate.id and state = 'Processing' and executor = 'worker';
          free := greatest(candidate.runs - running, 0);
        end if;
        if per_owner is not null then
          select count(*) into running from job
          where owner_id = candidate.id and state = 'Processing' and lease_key = api_key and worker = worker_name
            and lease_until > now() + lease * 2 / 3;
          free := least(free, greatest(per_owner - running, 0));
        end if;
        rooms := rooms || free;
      end loop;

      if limited <> '{}' or per_owner is not null then
        with ranked as (
          select u.message, u.job, u.owner, u.place, r.room,
            row_number() over (partition by u.owner order by u.place) as rank,
            per_owner is null or row_number() over (partition by j.created_by order by u.place)
              + cardinality(array_positions(active, j.created_by)) <= per_owner as suits_account
          from unnest(messages, jobs, owners) with ordinality as u(message, job, owner, place)
          left join unnest(limited, rooms) as r(owner, room) on r.owner = u.owner
          left join job j on per_owner is not null and j.id = u.job
        )
        select array_agg(message order by place) filter (where (room is null or rank <= room) and suits_account),
          array_agg(job order by place) filter (where (room is null or rank <= room) and suits_account),
          array_agg(distinct owner) filter (where rank >= room)
        into messages, jobs, crowded from ranked;
        full_owners := full_owners || coalesce(crowded::text[], '{}');
      end if;
      if not waits then
        with free as materialized (select id from job where id = any(jobs) order by id for update skip locked)
        select array_agg(u.message order by u.place), array_agg(u.job order by u.place) into messages, jobs
        from unnest(messages, jobs) with ordinality as u(message, job, place) where u.job in (select id from free);
      end if;
      exit when messages is null and not waits;
      continue when messages is null;

      delete from pgboss.job where name = ${queueName('step')} and id = any(messages);
      with locked as materialized (select id, state from job where id = any(jobs) order by id for update),
      leased as (
        update job set state = 'Processing', attempt = attempt + 1, lease_token = gen_random_uuid(),
          lease_until = now() + lease, started_at = coalesce(started_at, now()), progress = null,
          worker = worker_name, lease_key = api_key,
          time_limit_seconds = least(step_seconds, max_seconds, seconds[array_position(limited, owner_id)]),
          run_until = now() + least(step_seconds, max_seconds, seconds[array_position(limited, owner_id)]) * interval '1 s'
        from locked where job.id = locked.id and locked.state = 'Pending'
        returning job.id
      )
      select taken || coalesce(array_agg(u.job order by u.place), '{}') into taken
      from unnest(jobs) with ordinality as u(job, place) where u.job in (select id from leased);
      exit when not waits;
    end loop;
  end loop;

  if taken <> '{}' then
    return query select * from lease_documents(taken, plans);
  end if;
end $$;`
