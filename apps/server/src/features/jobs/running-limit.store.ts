import { PLANS } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'

/** Plans that let only so many jobs run at once. */
const LIMITED = Object.entries(PLANS).flatMap(([plan, { runningJobs }]) =>
  runningJobs === null ? [] : [{ plan, runningJobs }],
)
const PLAN_NAMES = LIMITED.map(({ plan }) => plan)
const PLAN_LIMITS = LIMITED.map(({ runningJobs }) => runningJobs)

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
 * Steps among these that have jobs waiting, and whether all those belong to owners without a limit. Jobs of a step that
 * is suspended, or whose deployment was removed, go on waiting.
 */
export async function waitingSteps(tx: Tx, stepIds: string[]): Promise<{ stepId: string; unlimited: boolean }[]> {
  const { rows } = await tx.query<{ stepId: string; unlimited: boolean }>(
    `select j.step_id as "stepId", bool_and(o.plan <> all($2::text[])) as unlimited
     from job j join owner o on o.id = j.owner_id join processing_step s on s.id = j.step_id
     where j.state = 'Pending' and j.step_id = any($1) and s.deployment_state = 'External' group by j.step_id`,
    [stepIds, PLAN_NAMES],
  )
  return rows
}

/** A job of this owner ended: those it kept waiting may start now. */
export async function wakeQueuesOf(tx: Tx, ownerId: string): Promise<void> {
  const { rows } = await tx.query<{ stepId: string }>(
    `select distinct step_id as "stepId" from job where owner_id = $1 and state = 'Pending' limit 50`,
    [ownerId],
  )
  for (const row of rows) tx.queued(row.stepId)
}
