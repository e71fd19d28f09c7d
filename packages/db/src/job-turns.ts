/*
 * Owners take turns. A started job gets a turn number in its step's queue. Jobs are claimed in the order of their
 * turns, and jobs with the same turn in the order in which they were started. The number is the queue's current turn,
 * or one more than the turn of the owner's last waiting job, whichever is higher. For example, if an owner queues ten
 * thousand jobs, each gets a higher turn than the one before, so a single job of another owner waits for at most one of
 * the jobs still queued. The current turn is the highest turn of the running jobs, or, if no job is running, the lowest
 * turn of the waiting jobs. A job that a worker returns keeps its turn. The jobs of a single owner run in the order in
 * which they were started.
 *
 * Two concurrent starts may get the same turn, which is harmless.
 *
 * The jobs ahead of a waiting job are those with a lower turn, or with the same turn and an earlier start. `jobs_ahead`
 * counts them up to a maximum, without revealing their owners.
 *
 * A statement that starts many jobs of an owner reads the queue only for the first job. A setting stores the last turn
 * until the end of the transaction, and each further job gets the next number.
 *
 * Each connection plans the query in `first_turn` once, perhaps while no job is queued and sorting looks cheap. Without
 * sequential scans and sorts, the plan reads a single entry of the index on turns, however many jobs are queued or
 * running.
 */
export const JOB_TURNS = `create or replace function first_turn(step uuid, whose uuid) returns integer language plpgsql
  set enable_seqscan = off set enable_sort = off set plan_cache_mode = force_generic_plan as $$
declare
  before text := coalesce(current_setting('millrace.role', true), '');
  turn integer;
  role text;
begin
  role := set_config('millrace.role', 'system', true);
  select greatest(
    coalesce(
      (select job.turn from job where step_id = step and state = 'Processing' order by job.turn desc limit 1),
      (select job.turn from job where step_id = step and state = 'Pending' order by job.turn limit 1),
      0
    ),
    coalesce(
      (select job.turn + 1 from job where step_id = step and owner_id = whose and state = 'Pending' order by job.turn desc limit 1),
      0
    )
  ) into turn;
  role := set_config('millrace.role', before, true);
  return turn;
end $$;
create or replace function next_turn(step uuid, whose uuid) returns integer language plpgsql as $$
declare
  last text[] := string_to_array(current_setting('millrace.last_turn', true), ' ');
  turn integer;
  kept text;
begin
  if last[1] = step::text and last[2] = whose::text then
    turn := last[3]::integer + 1;
  else
    turn := first_turn(step, whose);
  end if;
  kept := set_config('millrace.last_turn', concat_ws(' ', step, whose, turn), true);
  return turn;
end $$;
create or replace function jobs_ahead(waiting uuid, most integer) returns integer language plpgsql set enable_seqscan = off as $$
declare
  before text := coalesce(current_setting('millrace.role', true), '');
  ahead integer;
begin
  perform set_config('millrace.role', 'system', true);
  select count(*) into ahead from (
    select from job other join job own on own.step_id = other.step_id
    where own.id = waiting and own.state = 'Pending' and other.state = 'Pending' and other.turn <= own.turn
      and (other.turn, other.queued_at, other.id) < (own.turn, own.queued_at, own.id)
    limit most
  ) found;
  perform set_config('millrace.role', before, true);
  return ahead;
end $$;`
