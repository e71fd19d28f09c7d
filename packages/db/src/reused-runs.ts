/*
 * Reuses finished runs. A reused run has no job: its row refers to the job that ran for another execution. The run then
 * ends like any other run, so code that reads results through `execution_run` needs no special case.
 *
 * The fingerprint only finds candidates. The parameters and inputs of the candidate's job are compared, too, because a
 * user may have chosen other data for a run that was missing data.
 */

/**
 * Finds at most one finished run for each wanted run. Locks the jobs of these runs, so they cannot be deleted before
 * the transaction ends. Prefers runs of `origin`, then newer runs.
 */
const REUSABLE_RUNS = `create or replace function reusable_runs(owner uuid, origin uuid, wanted jsonb)
returns table (place integer, job_id uuid, reused_from uuid) language sql set enable_seqscan = off as $$
  with found as (
    select wanted.place, candidate.*
    from jsonb_to_recordset(wanted) as wanted(place integer, fingerprint text, "stepId" uuid, parameters jsonb, files jsonb)
    cross join lateral (
      select run.job_id, run.execution_id
      from execution_run as run join job on job.id = run.job_id
      where run.owner_id = owner and run.fingerprint = wanted.fingerprint and run.outcome = 'Completed'
        and not run.results_deleted and job.step_id = wanted."stepId" and job.parameters = wanted.parameters
        and wanted.files = (
          select coalesce(jsonb_agg(jsonb_build_array(input.slot, input.item, data.sha256, data.name, data.media_type)
            order by input.slot, input.item), '[]')
          from job_input as input join work_data as data on data.id = input.work_data_id where input.job_id = job.id)
      order by run.execution_id = origin desc, job.completed_at desc limit 1
    ) as candidate
  )
  select found.place, found.job_id, found.execution_id from found join job on job.id = found.job_id for key share of job
$$;`

/** Adds reused runs to nodes that are running, and advances the nodes. */
const REUSE_RUNS = `create or replace function reuse_runs(execution uuid, owner uuid, runs jsonb) returns void language plpgsql set enable_seqscan = off as $$
begin
  insert into execution_run (execution_id, node, item, try, owner_id, job_id, reused_from)
  select execution, run.node, run.item, 1, owner, run."jobId", run."reusedFrom"
  from jsonb_to_recordset(runs) as run(node integer, item integer, "jobId" uuid, "reusedFrom" uuid);
  perform end_runs(array_agg(distinct run."jobId")) from jsonb_to_recordset(runs) as run("jobId" uuid);
end $$;`

/** Records that results of a run have been deleted, because deleting work data leaves no other trace on its job. */
const RESULTS_DELETED = `create or replace function note_deleted_results() returns trigger language plpgsql as $$
begin
  update execution_run as run set results_deleted = true from gone where run.job_id = gone.produced_by_job;
  return null;
end $$;
drop trigger if exists note_deleted_results on work_data;
create trigger note_deleted_results after delete on work_data referencing old table as gone
  for each statement execute function note_deleted_results();`

export const REUSED_RUNS = [REUSABLE_RUNS, REUSE_RUNS, RESULTS_DELETED].join('\n')
