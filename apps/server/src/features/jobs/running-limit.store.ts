import { PLANS } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'

/** Plans that let only so many jobs run at once. */
const LIMITED = Object.entries(PLANS).flatMap(([plan, { runningJobs }]) =>
  runningJobs === null ? [] : [{ plan, runningJobs }],
)
const PLAN_NAMES = LIMITED.map(({ plan }) => plan)
const PLAN_LIMITS = LIMITED.map(({ runningJobs }) => runningJobs)

/** Keeps these advisory locks apart from others. */
const OWNER_LOCKS = 7_100_004

/** Owners that run as many jobs as their plan allows: their next ones wait, and nobody else's do. */
export async function fullOwners(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select o.id from job j join owner o on o.id = j.owner_id
     join unnest($1::text[], $2::int[]) as limits(plan, most) on limits.plan = o.plan
     where j.state = 'Processing' group by o.id, limits.most having count(*) >= limits.most`,
    [PLAN_NAMES, PLAN_LIMITS],
  )
  return rows.map((row) => row.id)
}

/**
 * Those among the owners for whom more jobs run than their plan allows, the caller's own new ones included. Claims of the
 * same owner pass here one after the other: each keeps the owner's lock until it commits, so that it counts what the one
 * before it took. Where the caller may hold such locks already, it must not wait for more: then an owner whose lock
 * is taken counts as crowded.
 */
export async function crowdedOwners(tx: Tx, ownerIds: string[], { mayWait }: { mayWait: boolean }): Promise<string[]> {
  const { rows: limited } = await tx.query<{ id: string; most: number }>(
    `select o.id, limits.most from owner o join unnest($1::text[], $2::int[]) as limits(plan, most) on limits.plan = o.plan
     where o.id = any($3) order by o.id`,
    [PLAN_NAMES, PLAN_LIMITS, ownerIds],
  )
  const crowded: string[] = []
  for (const { id, most } of limited) {
    if ((await lockOwner(tx, id, mayWait)) && (await runningJobs(tx, id)) <= most) continue
    crowded.push(id)
  }
  return crowded
}

async function lockOwner(tx: Tx, id: string, mayWait: boolean): Promise<boolean> {
  const [lock, values] = [`hashtextextended($1, ${OWNER_LOCKS})`, [id]]
  if (!mayWait) {
    const { rows } = await tx.query<{ ours: boolean }>(`select pg_try_advisory_xact_lock(${lock}) as ours`, values)
    return rows[0]?.ours === true
  }
  await tx.query(`select pg_advisory_xact_lock(${lock})`, values)
  return true
}

async function runningJobs(tx: Tx, ownerId: string): Promise<number> {
  const { rows } = await tx.query<{ running: number }>(
    `select count(*) as running from job where owner_id = $1 and state = 'Processing'`,
    [ownerId],
  )
  return rows[0]?.running ?? 0
}

/**
 * Steps among these that have jobs waiting. Jobs of a step that is suspended, or whose deployment was removed, go on
 * waiting.
 */
export async function waitingSteps(tx: Tx, stepIds: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from processing_step where id = any($1) and deployment_state = 'External'
       and exists (select 1 from job where step_id = processing_step.id and state = 'Pending')`,
    [stepIds],
  )
  return rows.map((row) => row.id)
}

/** A job of this owner ended: those it kept waiting may start now. Where there is no limit it kept none. */
export async function wakeQueuesOf(tx: Tx, ownerId: string): Promise<void> {
  const { rows } = await tx.query<{ stepId: string }>(
    `select distinct step_id as "stepId" from job where owner_id = $1 and state = 'Pending'
       and exists (select 1 from owner where id = $1 and plan = any($2)) limit 50`,
    [ownerId, PLAN_NAMES],
  )
  for (const row of rows) tx.queued(row.stepId)
}
