import { IN_NAME_SAMPLE, NAME_SAMPLE_ORDER } from './name-sample.ts'

/*
 * Indexes for lists that Drizzle's schema cannot express: covering indexes (which allow counting without reading the
 * table), indexes with a collation, and trigram indexes. Indexes for the lists of one owner start with the owner;
 * indexes for administrators' lists do not.
 *
 * Every state change of a job writes an entry into each index of `job` that includes the job. Therefore, `job` has few
 * indexes, and indexes on columns that do not change with the state belong to `job_listing`.
 */

/** Natural order of names: "file 2" before "file 10", "a" next to "A". Equal names are sorted by code point. */
const NATURAL = `create collation if not exists "natural" (provider = icu, locale = 'und-u-kn-true');`

/** The columns that lists of jobs usually filter by, so counting and skipping rows reads only the index. */
const JOB_COUNTED = 'include (state, hidden, parent_id, again_of)'
/** Includes the owner, because row-level security checks the owner of every row. */
const JOB_COUNTED_ALL = 'include (owner_id, state, hidden, parent_id, again_of)'

/**
 * For indexes on the jobs of a step, the jobs of a worker and the sub-jobs that may need attention. There are only a
 * few such jobs, so the indexes need not start with the owner. A job gets no entry if it is created as Pending and
 * completes.
 */
const JOB_NEEDY = `include (owner_id, hidden, parent_id, again_of) where state in ('Created', 'Error', 'DataMissing')`

/**
 * The primary key of `job`, with the columns that lists read for jobs found by id. A separate index with these columns
 * would get another entry with each state change. Drizzle creates the key without the columns, so it is replaced,
 * together with the foreign keys that refer to it.
 */
const JOB_KEY = `do $$
declare
  foreign_keys text;
begin
  if (select indnatts from pg_index where indexrelid = 'job_pkey'::regclass) = 1 then
    select string_agg(format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)), '; ')
    into foreign_keys from pg_constraint where contype = 'f' and confrelid = 'job'::regclass;
    alter table job drop constraint job_pkey cascade,
      add constraint job_pkey primary key (id) include (owner_id, created_at, state, hidden, parent_id, again_of);
    execute foreign_keys;
  end if;
end $$;
drop index if exists job_listed;`

const JOBS = `
create index if not exists job_state_created on job (owner_id, state, created_at, id) include (hidden, parent_id, again_of);
create index if not exists job_state_all on job (state, created_at, id) include (owner_id, hidden, parent_id, again_of);
create index if not exists job_step_created on job (owner_id, step_id, created_at, id) ${JOB_COUNTED};
create index if not exists job_step_all on job (step_id, created_at, id) ${JOB_COUNTED_ALL};
create index if not exists job_completed on job (owner_id, completed_at, id) ${JOB_COUNTED} where completed_at is not null;
create index if not exists job_completed_all on job (completed_at, id) ${JOB_COUNTED_ALL} where completed_at is not null;
create index if not exists job_sub on job (owner_id, created_at, id) ${JOB_COUNTED} where parent_id is not null;
create index if not exists job_again on job (owner_id, again_of, created_at) include (state) where again_of is not null;
create index if not exists job_worker on job (worker, created_at, id) ${JOB_COUNTED_ALL} where worker is not null;
create index if not exists job_step_needy on job (step_id, state, created_at, id) ${JOB_NEEDY} and step_id is not null;
create index if not exists job_worker_needy on job (worker, state, created_at, id) ${JOB_NEEDY} and worker is not null;
create index if not exists job_sub_needy on job (state, created_at, id) ${JOB_NEEDY} and parent_id is not null;
create index if not exists job_created on job_listing (owner_id, created_at, job_id) include (hidden, is_trial, parent_id);
create index if not exists job_created_all on job_listing (created_at, job_id) include (owner_id, hidden, is_trial, parent_id);
create index if not exists job_name_sorted on job_listing (owner_id, name collate "natural", job_id) include (hidden, is_trial, parent_id);
create index if not exists job_name_sorted_all on job_listing (name collate "natural", job_id) include (owner_id, hidden, is_trial, parent_id);
create index if not exists job_name_sample on job_listing (owner_id, (${NAME_SAMPLE_ORDER}))
  include (lowercase_name, job_id, created_at, hidden, is_trial, parent_id) where ${IN_NAME_SAMPLE};
create index if not exists job_name_sample_all on job_listing ((${NAME_SAMPLE_ORDER}))
  include (owner_id, lowercase_name, job_id, created_at, hidden, is_trial, parent_id) where ${IN_NAME_SAMPLE};`

/** `hidden` precedes `created_at`, so the visible resources with a tag are read in order of creation. */
const TAGS = `
create index if not exists tag_list on tag (owner_id, kind, head, hidden, created_at, resource) include (sub, is_public);
create index if not exists tag_list_all on tag (kind, head, hidden, created_at, resource) include (owner_id, sub, is_public);`

const WORK_DATA_COUNTED = 'hidden, kind, deletable, media_type'
const WORK_DATA = ['owner_id', ''].map((owner) => {
  const index = (name: string, columns: string, included: string) => {
    const more = owner ? included : `owner_id, ${included}`
    return `create index if not exists work_data_${name}${owner ? '' : '_all'} on work_data (${owner ? 'owner_id, ' : ''}${columns}) include (${more});`
  }
  return [
    index('created', 'created_at, id', WORK_DATA_COUNTED),
    index('name', 'name collate "natural", id', 'hidden'),
    index('size', 'size_in_bytes, id', 'hidden'),
    index('media_type', 'media_type, id', 'hidden'),
    index('kind', 'kind, id', 'hidden'),
    index('step', 'produced_by_step, created_at, id', 'hidden'),
  ].join('\n')
})

/** For the administrators’ list of users. */
const USERS = [
  ['created', 'created_at, id'],
  ['updated', 'updated_at'],
  ['name', 'name collate "natural", email'],
  ['role', 'role, id'],
  ['plan', 'plan, id'],
  ['email_verified', 'email_verified'],
]
  .map(([name, columns]) => `create index if not exists user_list_${name} on "user" (${columns});`)
  .join('\n')

/**
 * Without the extensions pg_trgm and btree_gin, searches return the same results but take longer. The index on the names
 * of jobs also contains the owner. Otherwise, a search for a common word would read the index entries of all jobs of the
 * owner: 30 instead of 17 ms of CPU for a word in 18,000 of an owner's 300,000 names. With the default
 * statistics target of 100 instead of 400, the planner may expect three times as many matches as there are.
 */
const TRIGRAMS = `
alter table job_listing alter column compact_name set statistics 400;
do $$ begin
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
  create index if not exists job_name_search on job_listing using gin (owner_id, compact_name gin_trgm_ops);
  drop index if exists job_name_trigrams;
  create index if not exists work_data_name_trigrams on work_data using gin (name gin_trgm_ops);
  create index if not exists user_name_trigrams on "user" using gin (name gin_trgm_ops);
  create index if not exists user_email_trigrams on "user" using gin (email gin_trgm_ops);
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise warning 'Searches for part of a name have no index: %', sqlerrm;
end $$;`

export const LIST_INDEXES = [NATURAL, JOB_KEY, JOBS, TAGS, ...WORK_DATA, USERS, TRIGRAMS].join('\n')
