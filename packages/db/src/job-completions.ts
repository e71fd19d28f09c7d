import { GENERIC_INDEX_PLAN } from './generic-index-plan.ts'
import { LEASED_JOB_JSON } from './leased-job.ts'
import { waitingQueues } from './waiting-queues.ts'

/*
 * Completes the jobs of a batch in one round trip. If the jobs include runs of exactly one execution, and that
 * execution’s job is not locked, the function does not queue the execution for the engine. Instead, it returns the
 * status of the execution, so the same transaction can create the runs that follow (workflow-progress.ts).
 *
 * Jobs that another transaction has locked and jobs whose leases are lost are skipped. If one of the jobs has or
 * requires output files, or fills a slot of another job, no job is completed. The function then returns the data that
 * the caller needs to complete the jobs. Meanwhile, no other slot can be connected to these jobs, because connecting
 * needs a lock on the job.
 */
const LEASED_JOBS = `select json_agg(${LEASED_JOB_JSON} order by job.id)
  from job join processing_step as step on step.id = job.step_id where job.id = any(held)`

const FILES = `select coalesce(json_agg(json_build_object('ownerId', output.owner_id, 'jobId', output.job_id,
    'attempt', output.attempt, 'slot', output.slot, 'item', output.item, 'name', output.name, 'mediaType', output.media_type,
    'sizeInBytes', output.size_in_bytes, 'sha256', output.sha256, 'folder', output.folder, 'workDataId', output.work_data_id, 'tags', job.tags)
    order by output.job_id, output.slot, output.item), '[]')
  from job join job_output as output on output.job_id = job.id and output.attempt = job.attempt where job.id = any(held)`

const FEEDS = `select coalesce(json_agg(from_job_id), '[]') from job_feed where from_job_id = any(held)`

export const JOB_COMPLETIONS = `create or replace function complete_jobs(
  jobs uuid[], tokens uuid[], keys uuid[], results text[], memory bigint[], limited_plans text[]
) returns json language plpgsql ${GENERIC_INDEX_PLAN} as $$
declare
  held uuid[];
  owners uuid[];
  parents uuid[];
  executions uuid[];
  needs_files boolean;
  setting text;
begin
  select array_agg(one.id), array_agg(one.owner_id), array_agg(one.parent_id),
    array_agg(distinct one.parent_id) filter (where one.parent_id is not null), bool_or(one.needs_files)
  into held, owners, parents, executions, needs_files
  from (
    select job.id, job.owner_id, job.parent_id,
      step.output_slots <> '[]' and jsonb_path_exists(step.output_slots, '$[*] ? (@.MinSlots > 0)') as needs_files
    from unnest(jobs, tokens, keys) as lease(id, token, key)
    join job on job.id = lease.id and job.lease_token = lease.token and job.lease_key = lease.key and job.lease_until is not null
    join processing_step as step on step.id = job.step_id
    order by job.id for update of job skip locked
  ) as one;
  if held is null then
    return null;
  end if;
  if needs_files or exists (select from job_output where job_id = any(held))
    or exists (select from job_feed where from_job_id = any(held)) then
    return json_build_object('isCompleted', false, 'jobs', (${LEASED_JOBS}), 'files', (${FILES}),
      'feeds', (${FEEDS}));
  end if;

  if cardinality(executions) = 1 then
    setting := set_config('millrace.enqueuing', 'deferred', true);
  end if;
  update job set state = 'Completed', result = run.result::jsonb, peak_memory_bytes = nullif(run.memory, 0),
    completed_at = now(), progress = null, lease_token = null, lease_until = null
  from unnest(jobs, results, memory) as run(id, result, memory) where job.id = run.id and job.id = any(held);
  return json_build_object('isCompleted', true,
    'jobs', (select json_agg(json_build_object('id', one.id, 'ownerId', one.owner, 'parentId', one.parent))
      from unnest(held, owners, parents) as one(id, owner, parent)),
    'waiting', (select coalesce(json_agg(one), '[]') from (${waitingQueues('owners', 'limited_plans')}) as one),
    'deferred', case when cardinality(executions) = 1 then take_deferred(executions[1]) end);
end $$;`
