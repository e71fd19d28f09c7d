/**
 * Only values larger than this count as used storage. Most values are smaller, and counting them would cost a write for
 * each completed job.
 */
export const COUNTED_TEXT_BYTES = 10_000

/** The columns that count as used storage, with their types. */
const COUNTED_COLUMNS = {
  job: { result: 'jsonb', parameters: 'jsonb', tags: 'text[]' },
  work_data: { tags: 'text[]' },
  processing_step: { default_parameters: 'json', tags: 'text[]' },
} as const

type CountedTable = keyof typeof COUNTED_COLUMNS
export const COUNTED_TABLES = Object.keys(COUNTED_COLUMNS) as CountedTable[]

/** Returns SQL for the number of counted bytes in a row. */
export function countedBytes(table: CountedTable, row?: string): string {
  const sizes = Object.keys(COUNTED_COLUMNS[table]).map((column) => {
    const bytes = `octet_length(${row ? `${row}.` : ''}${column}::text)`
    return `case when ${bytes} > ${COUNTED_TEXT_BYTES} then ${bytes} else 0 end`
  })
  return `(${sizes.join(' + ')})`
}

/* Triggers that count logs, and large results, parameters and tags, toward the used storage of their owner. */
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
${COUNTED_TABLES.map(triggersOf).join('\n')}`

/**
 * The condition of each trigger is a single function call, because PostgreSQL parses the stored condition in every
 * statement. With the conditions of `job` written out, parsing took a thirtieth of the database’s time during a run of
 * a workflow.
 */
function triggersOf(table: CountedTable): string {
  const types = Object.entries(COUNTED_COLUMNS[table])
  const columns = types.map(([column]) => column)
  const [before, after] = ['old', 'new'].map(
    (row) => `counted_${table}_bytes(${columns.map((column) => `${row}.${column}`).join(', ')})`,
  )
  const trigger = (event: string, when: string) => `drop trigger if exists count_texts_${event} on ${table};
create trigger count_texts_${event} after ${event === 'update' ? `update of ${columns.join(', ')}` : event} on ${table}
  for each row when (${when}) execute function count_${table}_texts();`
  return `create or replace function counted_${table}_bytes(${types.map((column) => column.join(' ')).join(', ')}) returns bigint
language plpgsql stable as $$ begin return ${countedBytes(table)}; end $$;
create or replace function count_${table}_texts() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update owner set used_bytes = greatest(used_bytes - ${before}, 0) where id = old.owner_id;
  end if;
  if tg_op <> 'DELETE' then
    update owner set used_bytes = used_bytes + ${after} where id = new.owner_id;
  end if;
  return null;
end $$;
${trigger('insert', `${after} > 0`)}
${trigger('update', `${before} <> ${after}`)}
${trigger('delete', `${before} > 0`)}`
}
