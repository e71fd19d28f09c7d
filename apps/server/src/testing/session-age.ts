import type { TestApi } from './api.ts'

/** Makes the sessions of a user look as if they started this many minutes ago. */
export async function signedInAgo({ db }: Pick<TestApi, 'db'>, { userId }: { userId: string }, minutes: number) {
  await db.pool.query(
    `alter table session disable trigger session_lifetime;
     update session set created_at = now() - interval '${minutes} minutes' where user_id = '${userId}';
     alter table session enable trigger session_lifetime`,
  )
}
