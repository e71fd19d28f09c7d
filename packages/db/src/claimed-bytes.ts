/**
 * Returns the owner's storage that is taken but not yet counted as used: storage reserved for requests other than
 * `except_id`, and unpublished outputs.
 */
export const CLAIMED_BYTES = `create or replace function claimed_bytes(whose uuid, except_id uuid default null)
returns bigint language sql stable as $$
  select (
    (select coalesce(sum(bytes), 0) from storage_reservation
     where owner_id = whose and expires_at > now() and id is distinct from except_id)
    + (select coalesce(sum(size_in_bytes), 0) from job_output where owner_id = whose and work_data_id is null)
  )::bigint
$$;`
