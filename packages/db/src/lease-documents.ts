import { FOLDER_KEY } from '@millrace/contracts/folder-tag'
import { GENERIC_INDEX_PLAN } from './generic-index-plan.ts'

const FOLDER = `(select substr(tag, ${FOLDER_KEY.length + 1}) from unnest(w.tags) tag where starts_with(tag, '${FOLDER_KEY}') limit 1)`

/**
 * Returns SQL for the JSON that describes a leased job to its worker. `plans` is SQL for the plans that limit storage.
 */
export const leaseDocument = (plans: string) => `json_build_object(
      'id', job.id, 'ownerId', job.owner_id, 'leaseToken', job.lease_token, 'attempt', job.attempt, 'name', job.name,
      'timeLimitSeconds', job.time_limit_seconds, 'plan', o.plan, 'takenBytes', o.used_bytes + case when o.plan = any(${plans}) then claimed_bytes(o.id) else 0 end,
      'parameters', job.parameters, 'stepId', s.id, 'functionName', s.function_name, 'version', s.version,
      'parameterSchema', s.parameter_schema, 'defaultParameters', s.default_parameters,
      'inputSlots', s.input_slots, 'outputSlots', s.output_slots,
      'inputs', coalesce((
        select json_agg(json_build_object('slot', i.slot, 'item', i.item, 'name', w.name, 'mediaType', w.media_type,
          'sizeInBytes', w.size_in_bytes, 'sha256', w.sha256, 'folder', ${FOLDER}) order by i.slot, i.item)
        from job_input i join work_data w on w.id = i.work_data_id where i.job_id = job.id
      ), '[]'::json))`

/** The FROM clause for `leaseDocument`. */
export const LEASED = 'job join processing_step s on s.id = job.step_id join owner o on o.id = job.owner_id'

/**
 * Describes leased jobs to their workers, in the given order. `plans` are the plans that limit storage. Each connection
 * plans the statement only once, because planning takes three times as long as running it.
 */
export const LEASE_DOCUMENTS = `create or replace function lease_documents(taken uuid[], plans text[]) returns setof json
language plpgsql ${GENERIC_INDEX_PLAN} as $$
begin
  return query
    select ${leaseDocument('plans')}
    from unnest(taken) with ordinality as t(id, place), ${LEASED}
    where job.id = t.id
    order by t.place;
end $$;`
