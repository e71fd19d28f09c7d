/*
 * Owners take turns. A job that is started gets a turn in the queue of its step, and jobs are handed out by turn, then by
 * time. The turn is where the queue stands now, or one behind the owner's own last job that waits there, whichever is
 * later: who queues ten thousand jobs has turns far into the future, and the one job of somebody else comes right after
 * the next of them. Where the queue stands is told by the jobs that run; when none does, by the first that waits. A job
 * that comes back from a worker keeps its turn. With one owner alone the order is that of the starts.
 *
 * Two starts at the same moment may get the same turn; that harms nobody.
 */
export const JOB_TURNS = `create or replace function next_turn(step uuid, whose uuid) returns integer language plpgsql as $$
declare
  before text := coalesce(current_setting('millrace.role', true), '');
  present integer;
  own integer;
begin
  perform set_config('millrace.role', 'system', true);
  select max(turn) into present from job where step_id = step and state = 'Processing';
  if present is null then
    select min(turn) into present from job where step_id = step and state = 'Pending';
  end if;
  select max(turn) into own from job where step_id = step and owner_id = whose and state = 'Pending';
  perform set_config('millrace.role', before, true);
  return greatest(coalesce(present, 0), coalesce(own + 1, 0));
end $$;`
