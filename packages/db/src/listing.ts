import { TAGGED_KINDS, type TaggedKind } from './schema/tags.ts'
import { USED_TAGS } from './used-tags.ts'

/*
 * Triggers that maintain the tables that lists search: `tag`, with one row for each tag of each resource, and
 * `job_name`. They run in the transaction of the statement that changes the resource, so these tables are always
 * consistent with it.
 */

const TABLES: Record<TaggedKind, string> = { Job: 'job', WorkData: 'work_data', ProcessingStep: 'processing_step' }

const KEEP_TAGS = `create or replace function keep_tags() returns trigger language plpgsql as $$
declare
  sub boolean := false;
  is_public boolean := false;
begin
  if tg_op <> 'INSERT' then
    perform remove_tags(old.id, old.owner_id, tg_argv[0]);
  end if;
  if tg_op <> 'DELETE' then
    if tg_argv[0] = 'Job' then
      sub := new.parent_id is not null;
    elsif tg_argv[0] = 'ProcessingStep' then
      is_public := new.is_public;
    end if;
    insert into tag (owner_id, kind, tag, resource, created_at, hidden, sub, is_public)
    select new.owner_id, tg_argv[0], one.tag, new.id, new.created_at, new.hidden, sub, is_public from (select distinct unnest(new.tags) as tag) as one;
    if tg_argv[0] <> 'ProcessingStep' then
      perform use_tags(new.owner_id, tg_argv[0], new.tags, new.hidden, sub);
    end if;
  end if;
  return null;
end $$;`

const TAG_TRIGGERS = TAGGED_KINDS.map((kind) => {
  const table = TABLES[kind]
  const listed = ['tags', 'hidden', ...(kind === 'ProcessingStep' ? ['is_public'] : [])]
  const on = (event: string, what: string, when: string) => `drop trigger if exists keep_tags_${event} on ${table};
create trigger keep_tags_${event} after ${what} on ${table} for each row when (${when}) execute function keep_tags('${kind}');`
  return [
    on('insert', 'insert', `new.tags <> '{}'`),
    on(
      'update',
      `update of ${listed.join(', ')}`,
      listed.map((column) => `old.${column} <> new.${column}`).join(' or '),
    ),
    on('delete', 'delete', `old.tags <> '{}'`),
  ].join('\n')
})

/** New jobs are written once per statement, which costs bulk creation less than a call per row does. */
const JOB_NAMES = `create or replace function add_job_names() returns trigger language plpgsql as $$
begin
  insert into job_name (job_id, owner_id, name, hidden, parent_id) select id, owner_id, name, hidden, parent_id from new_jobs;
  return null;
end $$;
create or replace function keep_job_name() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update job_name set name = new.name, hidden = new.hidden where job_id = new.id;
  else
    delete from job_name where job_id = old.id;
  end if;
  return null;
end $$;
drop trigger if exists add_job_names on job;
create trigger add_job_names after insert on job referencing new table as new_jobs
  for each statement execute function add_job_names();
drop trigger if exists keep_job_name on job;
create trigger keep_job_name after update of name, hidden or delete on job for each row execute function keep_job_name();`

export const LISTING = [USED_TAGS, KEEP_TAGS, ...TAG_TRIGGERS, JOB_NAMES].join('\n')
