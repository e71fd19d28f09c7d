/** Maximum age of a session, even if it is in use. Impersonations have a lower limit. */
const SESSION_DAYS = 30
const IMPERSONATION_MINUTES = 60

/**
 * A trigger that caps the expiry of sessions, which better-auth extends as long as they are used. Another trigger ends
 * impersonations when the administrator is demoted, banned or deleted.
 */
export const SESSION_LIFETIMES = `create or replace function session_lifetime() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
  end if;
  new.expires_at := least(new.expires_at, new.created_at + case when new.impersonated_by is null
    then interval '${SESSION_DAYS} days' else interval '${IMPERSONATION_MINUTES} minutes' end);
  return new;
end $$;
drop trigger if exists session_lifetime on session;
create trigger session_lifetime before insert or update of expires_at, created_at, impersonated_by on session for each row execute function session_lifetime();
create or replace function end_impersonations() returns trigger language plpgsql as $$
begin
  delete from session where impersonated_by = old.id;
  return null;
end $$;
drop trigger if exists end_impersonations on "user";
create trigger end_impersonations after update of role, banned on "user" for each row
  when (old.role = 'admin' and (new.role is distinct from 'admin' or new.banned)) execute function end_impersonations();
drop trigger if exists end_impersonations_of_deleted on "user";
create trigger end_impersonations_of_deleted after delete on "user" for each row execute function end_impersonations();`
