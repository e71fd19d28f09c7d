/**
 * SQL for when a user, not an impersonator, was last here: the last use of a session or an API key or, if none is left,
 * the last entry of the activity log. `id` names the column with the id of the user.
 */
export function lastSeen(id: string): string {
  return `greatest(
    (select max(s.updated_at) from session s where s.user_id = ${id} and s.impersonated_by is null),
    (select max(k.last_used_at) from api_key k where k.user_id = ${id}),
    (select a.at from activity a where a.user_id = ${id} and a.impersonator_id is null order by a.at desc limit 1))`
}
