import { GENERIC_INDEX_PLAN } from './generic-index-plan.ts'

/*
 * Finds runs that wait for a user to choose data or to start them. Meanwhile, the execution is still Processing,
 * because its other nodes continue. So lists and documents have to find the run itself. A run of a nested workflow
 * waits if one of the nested runs waits.
 *
 * The query starts from an index on the few sub-jobs that may wait, and not from the runs of an execution. The
 * condition on the owner repeats the row-level policy, because the policy can’t use an index. Measured with 50,000
 * waiting runs of 500 owners: 0.05 ms instead of 6 ms for an owner with no waiting run, and 0.5 ms instead of 23 ms for
 * an owner with 100 of them.
 */

/**
 * A run is in one of these states while it waits for a user. A run that is a nested workflow is also created as
 * ReadyForProcessing, and then waits for the engine. Only if it has been in another state since (`event_seq` is above
 * 2) does it wait for a user.
 */
const MAY_WAIT = `job.parent_id is not null and job.state in ('DataMissing', 'Created', 'ReadyForProcessing')`
const WAITS = `${MAY_WAIT} and (job.state = 'DataMissing' or job.event_seq > 2)`

const missing = (whose: string) => `return query with recursive missing as (
      select run.execution_id, run.node, run.item, run.job_id, false as is_execution,
        case job.state when 'DataMissing' then job.cause when 'Created' then 'An input or a parameter is missing.'
          else 'Data was chosen, but the job has not been started.' end as cause
      from job join execution_run as run on run.job_id = job.id and run.outcome is null
      where ${WAITS} and ${whose}
      union
      select run.execution_id, run.node, run.item, run.job_id, true, missing.cause
      from missing join execution_run as run on run.job_id = missing.execution_id and run.outcome is null
    )
    select * from missing;`

export const RUNS_MISSING_DATA = `create index if not exists job_may_wait on job (owner_id, id) where ${MAY_WAIT};
create or replace function runs_missing_data()
returns table (execution_id uuid, node integer, item integer, job_id uuid, is_execution boolean, cause text)
language plpgsql stable rows 20 ${GENERIC_INDEX_PLAN} as $$
#variable_conflict use_column
begin
  if current_setting('millrace.role', true) = 'system' then
    ${missing('true')}
  else
    ${missing(`job.owner_id = nullif(current_setting('millrace.owner', true), '')::uuid`)}
  end if;
end $$;`
