import { LOCKS } from './advisory-locks.ts'

/**
 * Error codes of transactions that would leave an organization without an owner, or the server without an
 * administrator.
 */
export const LAST_OWNER = 'MR004'
export const LAST_ADMINISTRATOR = 'MR005'

/**
 * Triggers that ensure that every organization has an owner and the server has an administrator, even if the last two
 * step down at the same time. The check runs at commit, because deleting an organization deletes its members before the
 * organization itself. A lock serializes concurrent checks.
 */
export const REQUIRED_ROLES = `create or replace function keeps_an_owner() returns trigger language plpgsql as $$
begin
  perform from organization where id = old.organization_id for update;
  if found and not exists (select from member where organization_id = old.organization_id
    and 'owner' = any(string_to_array(role, ','))) then
    raise exception 'An organization needs an owner.' using errcode = '${LAST_OWNER}';
  end if;
  return null;
end $$;
drop trigger if exists keeps_an_owner on member;
create constraint trigger keeps_an_owner after delete or update of role, organization_id on member
  deferrable initially deferred for each row execute function keeps_an_owner();
create or replace function keeps_an_administrator() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(${LOCKS.lastAdministrator});
  if exists (select from "user") and not exists (select from "user" where role = 'admin' and banned is not true) then
    raise exception 'The server needs an administrator.' using errcode = '${LAST_ADMINISTRATOR}';
  end if;
  return null;
end $$;
drop trigger if exists keeps_an_administrator on "user";
create constraint trigger keeps_an_administrator after delete or update of role, banned on "user"
  deferrable initially deferred for each row when (old.role = 'admin') execute function keeps_an_administrator();`
