/*
 * Triggers that record the content of deleted rows, because that content may now be orphaned. Maintenance later locks
 * the content and checks whether any row still uses it. The daily cleanup of the whole store finds content of uploads
 * that never created a row.
 */
export const ORPHAN_CANDIDATES = [
  `create or replace function note_orphan_candidates() returns trigger language plpgsql as $$
begin
  insert into orphan_candidate (sha256) select distinct sha256 from gone order by sha256
  on conflict do nothing;
  return null;
end $$;`,
  ...['work_data', 'job_output'].map(
    (table) => `drop trigger if exists note_orphan_candidates on ${table};
create trigger note_orphan_candidates after delete on ${table} referencing old table as gone
  for each statement execute function note_orphan_candidates();`,
  ),
].join('\n')
