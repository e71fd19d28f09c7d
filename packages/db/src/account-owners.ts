/**
 * Triggers that create an `owner` row for every new user and organization, and copy changes of the name and plan to
 * this row. The row outlives the account until the account's resources are deleted.
 */
export const ACCOUNT_OWNERS = `create or replace function account_owner() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.public_id <> old.public_id then
    raise exception 'A public id cannot be changed.' using errcode = 'MR003';
  end if;
  insert into owner (id, kind, name, plan) values (new.public_id, tg_argv[0], new.name, new.plan)
  on conflict (id) do update set name = excluded.name, plan = excluded.plan;
  return null;
end $$;
drop trigger if exists account_owner on "user";
create trigger account_owner after insert or update of public_id, name, plan on "user" for each row execute function account_owner('user');
drop trigger if exists account_owner on organization;
create trigger account_owner after insert or update of public_id, name, plan on organization for each row execute function account_owner('organization');`
