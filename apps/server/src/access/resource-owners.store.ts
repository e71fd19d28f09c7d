import type { ActivityEvent } from '@millrace/contracts/activity'
import type { Tx } from '@millrace/db/act'
import type { Reach } from './scope.ts'

const TABLES = { Job: 'job', WorkData: 'work_data', ProcessingStep: 'processing_step' } as const

export type ResourceKind = keyof typeof TABLES

/**
 * Records in the activity log that an administrator accessed a resource of another owner. At most one entry per hour is
 * written for each administrator and resource, because pages read the same resource repeatedly.
 */
export async function recordAccess(
  tx: Tx,
  { kind, id }: { kind: ResourceKind; id: string },
  { owner, name }: { owner: string; name: string },
): Promise<void> {
  await tx.query(
    `insert into activity (id, at, user_id, impersonator_id, subject_id, organization_id, action, resource_type, resource_id, metadata)
     select gen_random_uuid(), clock_timestamp(), actor, activity_actor('millrace.impersonator', '{}'), u.id, o.id,
       'updated', case when u.id is null then 'organization' else 'user' end, coalesce(u.id, o.id), opened
     from activity_actor('millrace.actor', '{}') as actor,
       jsonb_build_object('event', 'resource.opened', 'kind', $1::text, 'id', $2::text, 'name', $4::text) as opened
       left join "user" u on u.public_id = $3 left join organization o on o.public_id = $3
     where coalesce(u.id, o.id) is not null and not exists (
       select from activity where user_id = actor and at > now() - interval '1 hour' and metadata = opened)`,
    [kind, id, owner, name],
  )
}

/**
 * Returns the owner and name of a job or work data in reach, and locks the row so that it cannot be deleted. Undefined
 * if there is no such resource.
 */
export async function lockInReach(
  tx: Tx,
  { owner }: Reach,
  { kind, id }: { kind: 'Job' | 'WorkData'; id: string },
): Promise<{ ownerId: string; name: string } | undefined> {
  const { rows } = await tx.query<{ ownerId: string; name: string }>(
    `select owner_id as "ownerId", name from ${TABLES[kind]} where id = $1 and ($2::uuid is null or owner_id = $2)
     for key share`,
    [id, owner ?? null],
  )
  return rows[0]
}

/** Records in the activity log what the actor did with a resource. */
export async function recordUse(
  tx: Tx,
  event: ActivityEvent,
  { kind, id, ownerId }: { kind: ResourceKind; id: string; ownerId: string },
): Promise<void> {
  await tx.query(
    `insert into activity (id, at, user_id, impersonator_id, subject_id, organization_id, action, resource_type, resource_id, metadata)
     select gen_random_uuid(), clock_timestamp(), activity_actor('millrace.actor', '{}'),
       activity_actor('millrace.impersonator', '{}'), u.id, o.id, 'updated',
       case when u.id is null then 'organization' else 'user' end, coalesce(u.id, o.id),
       jsonb_build_object('event', $1::text, 'kind', $2::text, 'id', $3::text)
     from (select $4::uuid as id) as own
       left join "user" u on u.public_id = own.id left join organization o on o.public_id = own.id
     where coalesce(u.id, o.id) is not null`,
    [event, kind, id, ownerId],
  )
}

/**
 * Returns the owner and the name of a resource, whoever owns it, or undefined if there is no such resource. Requires a
 * system transaction.
 */
export async function ownerAndName(
  tx: Tx,
  kind: ResourceKind,
  id: string,
): Promise<{ owner: string; name: string } | undefined> {
  const { rows } = await tx.query<{ owner: string; name: string }>(
    `select owner_id as owner, ${kind === 'ProcessingStep' ? 'title' : 'name'} as name from ${TABLES[kind]} where id = $1`,
    [id],
  )
  return rows[0]
}

/** Returns the owner of a resource, or undefined if there is no such resource. Requires a system transaction. */
export async function ownerOf(tx: Tx, kind: ResourceKind, id: string): Promise<string | undefined> {
  return (await ownerAndName(tx, kind, id))?.owner
}
