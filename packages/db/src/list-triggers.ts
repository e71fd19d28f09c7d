import { TAGGED_KINDS, type TaggedKind } from './schema/tags.ts'
import { markUnused, useTags } from './used-tags.ts'

/*
 * Triggers that maintain the tables that lists search: `tag`, with one row for each tag of each resource, and
 * `job_listing`. They run in the statement that changes a resource, so these tables are always consistent with the
 * resources.
 */

const TABLES: Record<TaggedKind, string> = { Job: 'job', WorkData: 'work_data', ProcessingStep: 'processing_step' }

const FLAGS: Record<TaggedKind, { sub: string; isPublic: string }> = {
  Job: { sub: 'parent_id is not null', isPublic: 'false' },
  WorkData: { sub: 'false', isPublic: 'false' },
  ProcessingStep: { sub: 'false', isPublic: 'is_public' },
}

/** Triggers for the tags of new and deleted rows. Running once per statement is cheaper for bulk changes. */
const TAG_TRIGGERS = TAGGED_KINDS.map((kind) => {
  const table = TABLES[kind]
  const { sub, isPublic } = FLAGS[kind]
  const inUse = (change: (tags: string) => string, rows: string) =>
    kind === 'ProcessingStep'
      ? ''
      : change(
          `select distinct owner_id, '${kind}' as kind, unnest(tags) as tag, hidden, ${sub} as sub from ${rows} as changed`,
        )
  const add = (rows: string) => `insert into tag (owner_id, kind, tag, resource, created_at, hidden, sub, is_public)
    select owner_id, '${kind}', one.tag, id, created_at, hidden, ${sub}, ${isPublic}
    from ${rows} as changed cross join lateral (select distinct unnest(changed.tags) as tag) as one;
    ${inUse(useTags, rows)}`
  const remove = (rows: string) => `delete from tag where resource = any(array(select id from ${rows} as changed));
    ${inUse(markUnused, rows)}`
  const perStatement = (name: string, work: string) => `create or replace function ${name}_tags_of_${table}()
returns trigger language plpgsql as $$
declare
  before text;
begin
  if exists (select from changed_rows where tags <> '{}') then
    ${work}
  end if;
  return null;
end $$;`
  const listed = ['tags', 'hidden', ...(kind === 'ProcessingStep' ? ['is_public'] : [])]
  return `${perStatement('add', add('changed_rows'))}
${perStatement('remove', remove('changed_rows'))}
create or replace function change_tags_of_${table}() returns trigger language plpgsql as $$
declare
  before text;
begin
  ${remove('(select old.*)')}
  ${add('(select new.*)')}
  return null;
end $$;
drop trigger if exists keep_tags_insert on ${table};
create trigger keep_tags_insert after insert on ${table} referencing new table as changed_rows
  for each statement execute function add_tags_of_${table}();
drop trigger if exists keep_tags_delete on ${table};
create trigger keep_tags_delete after delete on ${table} referencing old table as changed_rows
  for each statement execute function remove_tags_of_${table}();
drop trigger if exists keep_tags_update on ${table};
create trigger keep_tags_update after update of ${listed.join(', ')} on ${table} for each row
  when (${listed.map((column) => `old.${column} <> new.${column}`).join(' or ')}) execute function change_tags_of_${table}();`
})

/** Triggers for the listings of jobs. Listing new jobs once per statement is cheaper for bulk creation. */
const JOB_LISTINGS = `create or replace function add_job_listings() returns trigger language plpgsql as $$
begin
  insert into job_listing (job_id, owner_id, name, hidden, is_trial, parent_id, created_at)
  select id, owner_id, name, hidden, is_trial, parent_id, created_at from new_jobs;
  return null;
end $$;
create or replace function keep_job_listing() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update job_listing set name = new.name, hidden = new.hidden, is_trial = new.is_trial, created_at = new.created_at where job_id = new.id;
  else
    delete from job_listing where job_id = old.id;
  end if;
  return null;
end $$;
drop trigger if exists add_job_listings on job;
create trigger add_job_listings after insert on job referencing new table as new_jobs
  for each statement execute function add_job_listings();
drop trigger if exists keep_job_listing on job;
create trigger keep_job_listing after update of name, hidden, is_trial, created_at or delete on job
  for each row execute function keep_job_listing();`

export const LIST_TRIGGERS = [...TAG_TRIGGERS, JOB_LISTINGS].join('\n')
