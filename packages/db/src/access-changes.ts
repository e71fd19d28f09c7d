import { CHANNEL } from './changes.ts'

/**
 * Triggers that announce a possible loss of access. They fire if a key is deleted, deactivated or gets another expiry
 * time, if a user is banned, deleted or has to set a new password, if a session or membership ends, or if a role or an
 * active organization changes. The announcement contains the id of the key or user as `a`. Open event streams and
 * waiting claims then check their access again. Triggers also cover changes by better-auth.
 */
export const ACCESS_CHANGES = `create or replace function access_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('${CHANNEL}', json_build_object('c', '[]'::json, 'q', '[]'::json, 'a', json_build_array(to_jsonb(old) ->> tg_argv[0]))::text);
  return null;
end $$;
${trigger('api_key', 'delete or update of active, expires_at', 'id')}
${trigger('"user"', 'delete or update of banned, ban_expires, role, password_reset_required', 'id')}
${trigger('session', 'delete or update of active_organization_id', 'user_id')}
${trigger('member', 'delete or update of role', 'user_id')}`

function trigger(table: string, events: string, column: string): string {
  return `drop trigger if exists access_changed on ${table};
create trigger access_changed after ${events} on ${table} for each row execute function access_changed('${column}');`
}
