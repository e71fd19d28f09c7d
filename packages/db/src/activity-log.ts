/*
 * Triggers that write the activity log in the transaction of the change, regardless of which code makes the change,
 * including better-auth. The settings `millrace.actor` and `millrace.impersonator` of the transaction identify who
 * acts. Without them, such as during sign-in, the log names the affected user as the actor.
 */

interface Recorded {
  table: string
  /** First part of the event's name, as in `member.created`. */
  event: string
  resource: 'user' | 'organization' | 'session' | 'orgInvite'
  /** The column with the id of the resource. */
  id: string
  /** The column with the id of the affected user. */
  subject?: string
  organization?: string
  /** Columns whose values are recorded when a row is created or deleted. */
  shown: string[]
  /** Columns whose changes are recorded with the old and new values. */
  watched?: string[]
  /** Columns whose changes are recorded without the values. */
  secret?: string[]
  /** Whether a new or deleted row is logged as an update of the resource that the row is part of. */
  isPart?: boolean
}

const RECORDED: Recorded[] = [
  {
    table: '"user"',
    event: 'user',
    resource: 'user',
    id: 'id',
    subject: 'id',
    shown: ['name', 'email', 'plan', 'role'],
    watched: [
      'name',
      'email',
      'email_verified',
      'role',
      'plan',
      'banned',
      'ban_reason',
      'two_factor_enabled',
      'newsletter',
      'mention_mails',
    ],
  },
  {
    table: 'account',
    event: 'account',
    resource: 'user',
    id: 'user_id',
    subject: 'user_id',
    shown: ['provider_id'],
    secret: ['password'],
    isPart: true,
  },
  {
    table: 'session',
    event: 'session',
    resource: 'session',
    id: 'id',
    subject: 'user_id',
    shown: ['ip_address', 'user_agent', 'signed_in_with'],
  },
  {
    table: 'passkey',
    event: 'passkey',
    resource: 'user',
    id: 'user_id',
    subject: 'user_id',
    shown: ['name'],
    watched: ['name'],
    isPart: true,
  },
  {
    table: 'organization',
    event: 'organization',
    resource: 'organization',
    id: 'id',
    organization: 'id',
    shown: ['name', 'slug'],
    watched: ['name', 'slug', 'plan', 'require_two_factor'],
  },
  {
    table: 'member',
    event: 'member',
    resource: 'organization',
    id: 'organization_id',
    subject: 'user_id',
    organization: 'organization_id',
    shown: ['role'],
    watched: ['role'],
    isPart: true,
  },
  {
    table: 'invitation',
    event: 'invitation',
    resource: 'orgInvite',
    id: 'id',
    organization: 'organization_id',
    shown: ['email', 'role'],
    watched: ['status'],
  },
  {
    table: 'team',
    event: 'team',
    resource: 'organization',
    id: 'organization_id',
    organization: 'organization_id',
    shown: ['name'],
    watched: ['name'],
    isPart: true,
  },
  {
    table: 'organization_role',
    event: 'role',
    resource: 'organization',
    id: 'organization_id',
    organization: 'organization_id',
    shown: ['role', 'permission'],
    watched: ['permission'],
    isPart: true,
  },
  {
    table: 'api_key',
    event: 'apiKey',
    resource: 'user',
    id: 'user_id',
    subject: 'user_id',
    shown: ['note', 'scope', 'access', 'last4'],
    watched: ['active'],
    isPart: true,
  },
]

/**
 * Writes the entries for the tables in `RECORDED`. There are no entries for rows that are deleted together with their
 * user or organization, for the first password of a user, for expired sessions (including those that never become
 * valid), or for new sessions that replace another one. The actor of a new session is its user or the impersonator.
 */
const RECORD_ACTIVITY = `create or replace function activity_actor(setting text, deleted jsonb) returns text language sql stable as $$
  select coalesce(
    (select id from "user" where public_id = acting.id),
    case when deleted ->> 'public_id' = acting.id::text then deleted ->> 'id' end)
  from (select nullif(current_setting(setting, true), '')::uuid as id) as acting
$$;
create or replace function record_activity() returns trigger language plpgsql as $$
declare
  recorded jsonb := tg_argv[0]::jsonb;
  entry jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  before jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  subject text := entry ->> (recorded ->> 'subject');
  organization_id text := entry ->> (recorded ->> 'organization');
  is_part boolean := coalesce((recorded ->> 'isPart')::boolean, false);
  actor text := activity_actor('millrace.actor', entry);
  impersonator text := activity_actor('millrace.impersonator', entry);
  event text := recorded ->> 'event';
  name text;
  field text;
begin
  if entry ->> (recorded ->> 'id') is null then return null; end if;
  if tg_op <> 'UPDATE' and entry ->> 'provider_id' = 'credential' then return null; end if;
  if tg_op = 'DELETE' and tg_table_name <> 'user' and subject is not null
    and not exists (select from "user" where id = subject) then return null; end if;
  if tg_op = 'DELETE' and tg_table_name <> 'organization' and organization_id is not null
    and not exists (select from organization where id = organization_id) then return null; end if;
  if tg_table_name = 'session' then
    if (entry ->> 'expires_at')::timestamptz < now() then return null; end if;
    if entry ->> 'signed_in_with' = 'session' then
      if tg_op = 'INSERT' then return null; end if;
      entry := entry - 'signed_in_with';
    end if;
    if tg_op = 'INSERT' then actor := coalesce(entry ->> 'impersonated_by', subject); end if;
    if entry ->> 'impersonated_by' is not null then event := 'impersonation'; end if;
  end if;
  if tg_op <> 'UPDATE' then
    insert into activity (id, at, user_id, impersonator_id, subject_id, organization_id, action, resource_type, resource_id, metadata)
    values (gen_random_uuid(), clock_timestamp(), coalesce(actor, subject), impersonator, subject, organization_id,
      case when is_part then 'updated' when tg_op = 'INSERT' then 'created' else 'deleted' end,
      recorded ->> 'resource', entry ->> (recorded ->> 'id'),
      jsonb_build_object('event', event || case tg_op when 'INSERT' then '.created' else '.deleted' end)
        || (select coalesce(jsonb_object_agg(shown.key, left(entry ->> shown.value, 500)), '{}')
          from jsonb_each_text(recorded -> 'shown') as shown where entry ->> shown.value <> ''));
    return null;
  end if;
  for name, field in select key, value from jsonb_each_text((recorded -> 'watched') || (recorded -> 'secret')) loop
    continue when before -> field is not distinct from entry -> field;
    insert into activity (id, at, user_id, impersonator_id, subject_id, organization_id, action, resource_type, resource_id, metadata)
    values (gen_random_uuid(), clock_timestamp(), coalesce(actor, subject), impersonator, subject, organization_id,
      'updated', recorded ->> 'resource', entry ->> (recorded ->> 'id'),
      jsonb_strip_nulls(jsonb_build_object('event', event || '.' || name)
        || case when recorded -> 'secret' ? name then '{}'
          else jsonb_build_object('from', left(before ->> field, 500), 'to', left(entry ->> field, 500)) end));
  end loop;
  return null;
end $$;`

const RECORD_GRANTS = `create or replace function record_grant() returns trigger language plpgsql as $$
declare
  entry record;
  subject text;
  organization text;
begin
  if tg_op = 'DELETE' then entry := old; else entry := new; end if;
  select id into subject from "user" where public_id = entry.subject_id;
  select o.id into organization from organization o where o.public_id = entry.subject_id;
  if subject is null and organization is null then return null; end if;
  insert into activity (id, at, user_id, impersonator_id, subject_id, organization_id, action, resource_type, resource_id, metadata)
  values (gen_random_uuid(), clock_timestamp(), activity_actor('millrace.actor', '{}'),
    activity_actor('millrace.impersonator', '{}'), subject, organization, 'updated',
    case when subject is null then 'organization' else 'user' end, coalesce(subject, organization),
    jsonb_build_object('event', case tg_op when 'INSERT' then 'grant.created' else 'grant.deleted' end, 'grant', entry.grant_id));
  return null;
end $$;
drop trigger if exists record_grant on account_grant;
create trigger record_grant after insert or delete on account_grant for each row execute function record_grant();`

/**
 * Records changes that an administrator makes to jobs, steps, work data and comments while impersonating a user. If
 * users make such changes themselves, there are no entries. State changes of jobs are omitted, because the job's
 * history already names both the user and the impersonator.
 */
const RECORD_IMPERSONATED = `create or replace function record_impersonated() returns trigger language plpgsql as $$
declare
  entry jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  did text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end;
  actor text := activity_actor('millrace.actor', '{}');
begin
  if actor is null then return null; end if;
  insert into activity (id, at, user_id, impersonator_id, subject_id, organization_id, action, resource_type, resource_id, metadata)
  values (gen_random_uuid(), clock_timestamp(), actor, activity_actor('millrace.impersonator', '{}'), actor,
    (select id from organization where public_id = (entry ->> 'owner_id')::uuid), did, 'user', actor,
    jsonb_strip_nulls(jsonb_build_object('event', 'impersonation.change', 'to', did, 'kind', tg_argv[0],
      'id', entry ->> 'id', 'name', left(entry ->> 'name', 500))));
  return null;
end $$;
${impersonated('work_data', 'WorkData', 'insert or delete or update of name, tags, media_type, hidden, deletable, comments')}
${impersonated('job', 'Job', 'insert or delete or update of name, tags, hidden, parameters')}
${impersonated('processing_step', 'ProcessingStep', 'insert or delete or update')}
${impersonated('comment', 'Comment', 'insert or delete or update')}`

function impersonated(table: string, kind: string, changes: string): string {
  return `drop trigger if exists record_impersonated on ${table};
create trigger record_impersonated after ${changes} on ${table} for each row
  when (coalesce(current_setting('millrace.impersonator', true), '') <> '') execute function record_impersonated('${kind}');`
}

/** Only maintenance may delete entries, when their retention period is over. */
const APPEND_ONLY_ACTIVITY = `create or replace function append_only_activity() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('millrace.role', true) = 'system'
    and current_setting('millrace.retention', true) = 'on' then return null; end if;
  raise exception '% is append-only.', tg_table_name using errcode = 'MR002';
end $$;
drop trigger if exists append_only on activity;
create trigger append_only before update or delete or truncate on activity for each statement execute function append_only_activity();`

export const ACTIVITY_LOG = [
  RECORD_ACTIVITY,
  ...RECORDED.map(trigger),
  RECORD_GRANTS,
  RECORD_IMPERSONATED,
  APPEND_ONLY_ACTIVITY,
].join('\n')

function trigger({ table, ...recorded }: Recorded): string {
  const { watched = [], secret = [] } = recorded
  const updates = [...watched, ...secret]
  const events = `insert or delete${updates.length > 0 ? ` or update of ${updates.join(', ')}` : ''}`
  const argument = JSON.stringify({
    ...recorded,
    shown: named(recorded.shown),
    watched: named(watched),
    secret: named(secret),
  })
  return `drop trigger if exists record_activity on ${table};
create trigger record_activity after ${events} on ${table} for each row execute function record_activity('${argument}');`
}

/** Maps names in camelCase, as used in entries, to column names. */
function named(columns: string[]): Record<string, string> {
  return Object.fromEntries(
    columns.map((column) => [column.replace(/_(.)/g, (_, letter) => letter.toUpperCase()), column]),
  )
}
