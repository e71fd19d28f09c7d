/**
 * Returns SQL for when the user last used a session or API key, or caused an entry in the activity log. Use by
 * impersonators is ignored. `id` is the column with the user’s id.
 */
export function lastSeen(id: string): string {
  return `greatest(
    (select max(s.updated_at) from session s where s.user_id = ${id} and s.impersonated_by is null),
    (select max(k.last_used_at) from api_key k where k.user_id = ${id}),
    (select a.at from activity a where a.user_id = ${id} and a.impersonator_id is null order by a.at desc limit 1))`
}
