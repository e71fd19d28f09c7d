/** Smaller results are not counted. Most results are, and counting would cost a write for each completed job. */
export const COUNTED_RESULT_BYTES = 10_000

const size = (row: string) => `octet_length(${row}.result::text)`
const isLarge = (row: string) => `${row}.result is not null and ${size(row)} > ${COUNTED_RESULT_BYTES}`

/*
 * Triggers that count logs and large results in the storage that their owner uses. They also run when the rows of a job
 * are deleted with it.
 */
export const COUNTED_TEXTS = `create or replace function count_log() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update owner set used_bytes = greatest(used_bytes + sign * counted.bytes, 0)
  from (select owner_id, sum(byte_count) as bytes from changed group by owner_id) counted where id = counted.owner_id;
  return null;
end $$;
drop trigger if exists count_log_insert on job_log;
create trigger count_log_insert after insert on job_log referencing new table as changed
  for each statement execute function count_log();
drop trigger if exists count_log_delete on job_log;
create trigger count_log_delete after delete on job_log referencing old table as changed
  for each statement execute function count_log();
create or replace function count_result() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update owner set used_bytes = greatest(used_bytes - ${size('old')}, 0) where id = old.owner_id;
  else
    update owner set used_bytes = used_bytes + ${size('new')} where id = new.owner_id;
  end if;
  return null;
end $$;
drop trigger if exists count_result_update on job;
create trigger count_result_update after update of result on job for each row
  when (old.result is null and ${isLarge('new')}) execute function count_result();
drop trigger if exists count_result_delete on job;
create trigger count_result_delete after delete on job for each row
  when (${isLarge('old')}) execute function count_result();`
