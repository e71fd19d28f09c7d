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

/**
 * Steps among these that have jobs waiting, and the owners that run as many jobs as their plan allows: their next ones
 * wait, and nobody else's do. Jobs of a step that is suspended, or whose deployment was removed, go on waiting. The steps
 * come in any order, so that none of them waits for the queue of another to be empty.
 */
export async function waitingSteps(tx: Tx, stepIds: string[]): Promise<{ steps: string[]; fullOwners: string[] }> {
  const { rows } = await tx.query<{ id: string; full: string[] }>(
    `select id, array(
         select o.id from job j join owner o on o.id = j.owner_id
         join unnest($2::text[], $3::int[]) as limits(plan, most) on limits.plan = o.plan
         where j.state = 'Processing' group by o.id, limits.most having count(*) >= limits.most
       ) as full
     from processing_step where id = any($1) and deployment_state = 'External'
       and exists (select 1 from job where step_id = processing_step.id and state = 'Pending')
     order by random()`,
    [stepIds, PLAN_NAMES, PLAN_LIMITS],
  )
  return { steps: rows.map((row) => row.id), fullOwners: rows[0]?.full ?? [] }
}

/**
 * Those among the owners for whom more jobs run than their plan allows, the caller's own new ones included. Claims of the
 * same owner pass here one after the other: each keeps the owner's lock until it commits, so that it counts what the one
 * before it took. Where the caller may hold such locks already, it must not wait for more: then an owner whose lock
 * is taken counts as crowded.
 */
export async function crowdedOwners(tx: Tx, ownerIds: string[], { mayWait }: { mayWait: boolean }): Promise<string[]> {
  const limited = await lockLimited(tx, ownerIds, mayWait)
  if (limited.length === 0) return []
  const { rows } = await tx.query<{ id: string; running: number }>(
    `select owner_id as id, count(*) as running from job where owner_id = any($1) and state = 'Processing' group by 1`,
    [limited.map(({ id }) => id)],
  )
  const running = new Map(rows.map((row) => [row.id, row.running]))
  return limited.filter(({ id, most, ours }) => !ours || (running.get(id) ?? 0) > most).map(({ id }) => id)
}

/** The owners that have a limit, locked in a stable order. What they run is counted by a later statement, which sees more. */
async function lockLimited(tx: Tx, ownerIds: string[], mayWait: boolean) {
  const lock = `(hashtextextended(id::text, ${OWNER_LOCKS}))`
  const ours = mayWait ? `pg_advisory_xact_lock${lock}::text is not null` : `pg_try_advisory_xact_lock${lock}`
  const { rows } = await tx.query<{ id: string; most: number; ours: boolean }>(
    `select id, most, ${ours} as ours from (
       select o.id, limits.most from owner o join unnest($1::text[], $2::int[]) as limits(plan, most) on limits.plan = o.plan
       where o.id = any($3) order by o.id offset 0
     ) as limited`,
    [PLAN_NAMES, PLAN_LIMITS, ownerIds],
  )
  return rows
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
