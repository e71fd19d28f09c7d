/** Keeps the advisory locks of owners apart from others. */
const OWNER_LOCKS = 7_100_004

/*
 * Hands waiting jobs to a worker, in one round trip: settle at claim.
 *
 * The message leaves the queue, the job becomes Processing, its attempt grows by one and it gets a new lease token, all
 * in the caller's transaction. A crash before the commit leaves the message in the queue; a crash after it leaves a
 * lease that expires. From here on the job row is authoritative, and every write of a worker names the token, so a
 * worker that comes back late cannot write anything. A message whose job is no longer Pending is dropped and the next
 * one is taken instead. Jobs are locked in the order of their ids, as everywhere, and the only clock is the database's.
 *
 * Plans limit how many jobs of an owner run at once. Concurrent claims for one owner serialize on an advisory lock of
 * that owner, held until the commit, so each counts what the previous one took. Only the first round may wait for such
 * locks, in the order of the owners' ids; later rounds treat an owner whose lock is taken as full, which rules out
 * deadlocks. Messages of full owners stay queued. Steps are visited in random order, so no step starves behind another.
 *
 * pg-boss owns the message table: its schema, its indexes and its maintenance. This function is the only place besides
 * `enqueue` that reads and deletes messages directly, because fetching and deleting through pg-boss takes two more
 * round trips and writes each message once more.
 *
 * Plans of this function are made once per connection, perhaps while its tables are still empty and a sequential scan
 * looks cheap. Without sequential scans they stay good as the tables grow.
 */
export const JOB_CLAIMS = `create or replace function claim_jobs(
  steps uuid[], most integer, worker_name text, api_key uuid, lease interval, plans text[], plan_limits integer[]
) returns setof json language plpgsql set enable_seqscan = off as $$
declare
  step uuid;
  messages uuid[];
  jobs uuid[];
  owners uuid[];
  limited uuid[];
  rooms integer[];
  crowded uuid[];
  full_owners uuid[] := '{}';
  locked uuid[] := '{}';
  may_wait boolean;
  candidate record;
  running integer;
  taken uuid[] := '{}';
begin
  for step in
    select s.id from processing_step s where s.id = any(steps) and s.deployment_state = 'External' order by random()
  loop
    while cardinality(taken) < most loop
      select array_agg(m.id), array_agg(m.job), array_agg(m.owner) into messages, jobs, owners from (
        select id, (data->>'jobId')::uuid as job, group_id::uuid as owner from pgboss.job
        where name = 'step-' || step and state < 'active' and not blocked and start_after <= clock_timestamp()
          and group_id <> all(full_owners::text[])
        order by priority desc, created_on
        limit most - cardinality(taken)
        for update skip locked
      ) m;
      exit when messages is null;

      limited := '{}';
      rooms := '{}';
      may_wait := cardinality(locked) = 0;
      for candidate in
        select o.id, l.runs from owner o join unnest(plans, plan_limits) as l(plan, runs) on l.plan = o.plan
        where o.id = any(owners) order by o.id
      loop
        limited := limited || candidate.id;
        if may_wait then
          perform pg_advisory_xact_lock(hashtextextended(candidate.id::text, ${OWNER_LOCKS}));
        elsif candidate.id <> all(locked)
          and not pg_try_advisory_xact_lock(hashtextextended(candidate.id::text, ${OWNER_LOCKS})) then
          rooms := rooms || 0;
          continue;
        end if;
        locked := locked || candidate.id;
        select count(*) into running from job where owner_id = candidate.id and state = 'Processing';
        rooms := rooms || greatest(candidate.runs - running, 0);
      end loop;

      with ranked as (
        select u.message, u.job, u.owner, u.place, r.room,
          row_number() over (partition by u.owner order by u.place) as rank
        from unnest(messages, jobs, owners) with ordinality as u(message, job, owner, place)
        left join unnest(limited, rooms) as r(owner, room) on r.owner = u.owner
      )
      select array_agg(message) filter (where room is null or rank <= room),
        array_agg(job order by place) filter (where room is null or rank <= room),
        array_agg(distinct owner) filter (where rank >= room)
      into messages, jobs, crowded from ranked;
      full_owners := full_owners || coalesce(crowded, '{}');
      continue when messages is null;

      delete from pgboss.job where name = 'step-' || step and id = any(messages);
      with leased as (
        update job set state = 'Processing', attempt = attempt + 1, lease_token = gen_random_uuid(),
          lease_until = now() + lease, started_at = coalesce(started_at, now()), progress = null,
          worker = worker_name, lease_key = api_key
        where id in (select id from job where id = any(jobs) and state = 'Pending' order by id for update)
        returning id
      )
      select taken || coalesce(array_agg(u.job order by u.place), '{}') into taken
      from unnest(jobs) with ordinality as u(job, place) where u.job in (select id from leased);
    end loop;
  end loop;

  return query
    select json_build_object(
      'id', job.id, 'ownerId', job.owner_id, 'leaseToken', job.lease_token, 'attempt', job.attempt, 'name', job.name,
      'parameters', job.parameters, 'stepId', s.id, 'functionName', s.function_name, 'version', s.version,
      'parameterSchema', s.parameter_schema, 'defaultParameters', s.default_parameters,
      'inputSlots', s.input_slots, 'outputSlots', s.output_slots,
      'inputs', coalesce((
        select json_agg(json_build_object('slot', i.slot, 'item', i.item, 'name', w.name, 'mediaType', w.media_type,
          'sizeInBytes', w.size_in_bytes, 'sha256', w.sha256) order by i.slot, i.item)
        from job_input i join work_data w on w.id = i.work_data_id where i.job_id = job.id
      ), '[]'::json))
    from unnest(taken) with ordinality as t(id, place)
    join job on job.id = t.id join processing_step s on s.id = job.step_id
    order by t.place;
end $$;`
