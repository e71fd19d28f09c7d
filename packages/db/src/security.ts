import { JOB_MOVES, JOB_STATES, type JobState } from '@millrace/contracts/job-states'
import { ACCESS_CHANGES } from './access-changes.ts'
import { ACCOUNT_OWNERS } from './account-owners.ts'
import { ACTIVITY_LOG } from './activity-log.ts'
import { COUNTED_TEXTS } from './counted-texts.ts'
import { JOB_CLAIMS } from './job-claims.ts'
import { JOB_COMPLETIONS } from './job-completions.ts'
import { JOB_TURNS } from './job-turns.ts'
import { LIST_INDEXES } from './list-indexes.ts'
import { LIST_TRIGGERS } from './list-triggers.ts'
import { ORPHAN_CANDIDATES } from './orphan-candidates.ts'
import { REQUIRED_ROLES } from './required-roles.ts'
import { REUSED_RUNS } from './reused-runs.ts'
import { RUNS_MISSING_DATA } from './runs-missing-data.ts'
import { SESSION_LIFETIMES } from './session-lifetimes.ts'
import { SYSTEM_OWNER_ID } from './system-owner.ts'
import { WORKFLOW_PROGRESS } from './workflow-progress.ts'

/**
 * Tables whose rows belong to one owner. Row-level security shows each row only to its owner and the system. Tags of
 * public steps are an exception: everyone sees them.
 */
export const TENANT_TABLES = [
  'work_data',
  'job',
  'job_listing',
  'tag',
  'used_tag',
  'job_input',
  'job_feed',
  'job_output',
  'job_event',
  'job_log',
  'idempotency',
  'storage_reservation',
  'execution',
  'execution_node',
  'execution_edge',
  'execution_run',
  'execution_due',
  'comment',
  'access_request',
] as const

const OWN = `owner_id = (select nullif(current_setting('millrace.owner', true), '')::uuid)`
/**
 * This is a subquery because PostgreSQL evaluates a subquery only once per statement. Comparing strings for each row
 * would account for a tenth of the time of an index scan.
 */
const SYSTEM = `(select current_setting('millrace.role', true) = 'system')`
/**
 * Uses CASE instead of OR. The planner assumes that a CASE is true for half of the rows, but that a comparison is true
 * for one row in a hundred. Together with the store's own condition on the owner, a comparison would lead to plans for
 * 3,000 jobs when there are 300,000.
 */
const VISIBLE = `case when ${OWN} then true else ${SYSTEM} end`

/**
 * Returns rules that column definitions cannot express: row-level security, permitted state changes, the history and
 * the system owner. They are generated from constants in the code. A server that starts applies them if they have
 * changed, unless a newer server has migrated the database.
 */
export function securitySql(): string {
  return [
    ...TENANT_TABLES.map((table) => tenantPolicy(table)),
    STEP_POLICY,
    TAGS_OF_PUBLIC_STEPS,
    LIST_TRIGGERS,
    LIST_INDEXES,
    STEPS_OF_JOBS,
    JOB_TURNS,
    JOB_CLAIMS,
    WORKFLOW_PROGRESS,
    JOB_COMPLETIONS,
    REUSED_RUNS,
    RUNS_MISSING_DATA,
    guardFunction(),
    HISTORY_FUNCTION,
    JOB_MOVE_VIEW,
    TRIGGERS,
    APPEND_ONLY,
    ORPHAN_CANDIDATES,
    COUNTED_TEXTS,
    ACCOUNT_OWNERS,
    ACTIVITY_LOG,
    ACCESS_CHANGES,
    SESSION_LIFETIMES,
    REQUIRED_ROLES,
    systemOwner(),
  ].join('\n')
}

function tenantPolicy(table: string): string {
  return `alter table ${table} enable row level security;
alter table ${table} force row level security;
drop policy if exists tenant on ${table};
create policy tenant on ${table} using (${VISIBLE}) with check (${VISIBLE});`
}

const STEP_POLICY = `alter table processing_step enable row level security;
alter table processing_step force row level security;
drop policy if exists tenant on processing_step;
create policy tenant on processing_step using (${VISIBLE}) with check (${VISIBLE});
drop policy if exists public_steps on processing_step;
create policy public_steps on processing_step for select using (is_public);`

/**
 * Uses the tag's column `is_public` instead of a subquery on the step, because the planner would add the subquery's
 * cost for every row.
 */
const TAGS_OF_PUBLIC_STEPS = `drop policy if exists tags_of_public_steps on tag;
create policy tags_of_public_steps on tag for select using (is_public);`

/**
 * Returns the steps with these ids, including steps of other owners that are no longer public. Used to read the steps
 * of jobs.
 */
const STEPS_OF_JOBS = `create or replace function steps_of_jobs(ids uuid[]) returns setof processing_step language plpgsql as $$
declare
  before text := coalesce(current_setting('millrace.role', true), '');
begin
  perform set_config('millrace.role', 'system', true);
  return query select * from processing_step where id = any(ids);
  perform set_config('millrace.role', before, true);
end $$;`

/**
 * The states in which a job may be inserted, each as the last state of a path. The other states of the path count as
 * passed. The runs of workflows are inserted directly in the state that they have at the end of the transaction,
 * because each state change would update all indexes of the table. Only a run with a lease may be inserted as
 * Processing.
 */
const INITIAL_STATES: readonly (readonly JobState[])[] = [
  ['Created'],
  ['Created', 'ReadyForProcessing'],
  ['Created', 'ReadyForProcessing', 'Pending'],
  ['Created', 'ReadyForProcessing', 'Pending', 'Processing'],
  ['Created', 'DataMissing'],
  ['Created', 'Error'],
]

/** The transitions in the history of an inserted job, by state. */
const INITIAL_MOVES = INITIAL_STATES.flatMap((path) =>
  path.map((to, place) => {
    const from = path[place - 1]
    return `('${path.at(-1)}', ${place + 1}, ${from ? `'${from}'` : 'null'}, '${to}')`
  }),
).join(', ')

/**
 * Returns the trigger function that rejects every state change that `JOB_MOVES` does not allow, including changes by
 * manual statements. It also numbers the changes, and gives a queued job its turn.
 */
function guardFunction(): string {
  const moves = JOB_STATES.flatMap((from) => JOB_MOVES[from].map((to) => `${from} ${to}`))
  return `create or replace function job_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.event_seq := case new.state ${INITIAL_STATES.map((path) => `when '${path.at(-1)}' then ${path.length}`).join(' ')} end;
    if new.event_seq is null or (new.state = 'Processing' and (new.parent_id is null or new.lease_token is null)) then
      raise exception 'A job cannot be created in state %.', new.state using errcode = 'MR001';
    end if;
    if new.state in ('Pending', 'Processing') then
      new.turn := next_turn(new.step_id, new.owner_id);
      new.queued_at := now();
    end if;
  elsif new.state <> old.state then
    if old.state || ' ' || new.state <> all ('{${moves.map((move) => `"${move}"`).join(', ')}}'::text[]) then
      raise exception 'A job cannot move from % to %.', old.state, new.state using errcode = 'MR001';
    end if;
    new.event_seq := old.event_seq + 1;
    if new.state <> 'Processing' then
      new.lease_key := null;
    end if;
    if new.state = 'Pending' and old.state <> 'Processing' then
      new.turn := next_turn(new.step_id, new.owner_id);
      new.queued_at := now();
    end if;
  end if;
  return new;
end $$;`
}

/**
 * Writes the history once per statement, which is twice as fast for bulk changes as once per row. Each connection plans
 * the insert once, perhaps for a single job. With nested loops disabled, this plan also suits a statement that changes
 * thousands of jobs. Hash joins are enabled explicitly, because the calling function may have disabled them
 * (generic-index-plan.ts).
 */
const HISTORY_FUNCTION = `create or replace function job_history() returns trigger language plpgsql
set enable_nestloop = off set enable_hashjoin = on set plan_cache_mode = force_generic_plan as $$
declare
  actor uuid := nullif(current_setting('millrace.actor', true), '');
  impersonator uuid := nullif(current_setting('millrace.impersonator', true), '');
  reason text := nullif(current_setting('millrace.reason', true), '');
begin
  if tg_op = 'INSERT' then
    insert into job_event (job_id, seq, owner_id, attempt, from_state, to_state, actor, impersonator, reason, at)
    select id, event_seq, owner_id, attempt, null, state, actor, impersonator, reason, clock_timestamp() from new_jobs;
  else
    insert into job_event (job_id, seq, owner_id, attempt, from_state, to_state, actor, impersonator, reason, at)
    select job.id, job.event_seq, job.owner_id, job.attempt, before.state, job.state, actor, impersonator, reason,
      clock_timestamp()
    from new_jobs as job join old_jobs as before on before.id = job.id and before.state <> job.state;
  end if;
  return null;
end $$;`

/**
 * The complete history of jobs. The table has a single row for an inserted job, with the state in which the job was
 * inserted. In the view, this row becomes one row for each state that counts as passed. Writing all these rows to the
 * table would take 66 instead of 61 µs of the database's CPU time per job that is created as Pending.
 */
const JOB_MOVE_VIEW = `create or replace view job_move with (security_invoker = true) as
select event.job_id, coalesce(first.seq, event.seq) as seq, event.owner_id,
  case when first.to_state <> 'Processing' then 0 else event.attempt end as attempt,
  coalesce(first.from_state, event.from_state) as from_state, coalesce(first.to_state, event.to_state) as to_state,
  event.actor, event.impersonator, event.reason, event.at
from job_event as event left join (values ${INITIAL_MOVES}) as first(state, seq, from_state, to_state)
  on event.from_state is null and first.state = event.to_state;`

const TRIGGERS = `drop trigger if exists job_guard on job;
create trigger job_guard before insert or update of state on job for each row execute function job_guard();
drop trigger if exists job_history_insert on job;
create trigger job_history_insert after insert on job referencing new table as new_jobs
  for each statement execute function job_history();
drop trigger if exists job_history_update on job;
create trigger job_history_update after update on job referencing old table as old_jobs new table as new_jobs
  for each statement execute function job_history();`

const APPEND_ONLY = `create or replace function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only.', tg_table_name using errcode = 'MR002';
end $$;
drop trigger if exists append_only on job_event;
create trigger append_only before update or delete or truncate on job_event for each statement execute function append_only();`

function systemOwner(): string {
  return `insert into owner (id, kind, name, plan) values ('${SYSTEM_OWNER_ID}', 'system', 'Millrace', 'enterprise') on conflict (id) do nothing;`
}
