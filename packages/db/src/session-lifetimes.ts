/** A session ends so long after it began, however busy it is; an administrator's visit to another account much sooner. */
export const SESSION_DAYS = 30
export const VISIT_MINUTES = 60

/**
 * The library that prolongs a session while it is used knows no such end, so the table keeps it: no statement can move
 * the expiry of a session beyond it.
 */
export const SESSION_LIFETIMES = `create or replace function session_lifetime() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    new.created_at := old.created_at;
  end if;
  new.expires_at := least(new.expires_at, new.created_at + case when new.impersonated_by is null
    then interval '${SESSION_DAYS} days' else interval '${VISIT_MINUTES} minutes' end);
  return new;
end $$;
drop trigger if exists session_lifetime on session;
create trigger session_lifetime before insert or update of expires_at, created_at, impersonated_by on session for each row execute function session_lifetime();`
