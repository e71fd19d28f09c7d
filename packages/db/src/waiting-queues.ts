/**
 * Returns SQL that selects the queues in which jobs of `owners` wait, up to 50 per owner. Leaves out owners whose plan
 * is not one of `plans`, the plans that limit the number of running jobs. Both parameters are SQL expressions.
 */
export function waitingQueues(owners: string, plans: string): string {
  return `select owner.id as "ownerId", waiting.step_id as "stepId" from owner, lateral (
      select distinct step_id from job where owner_id = owner.id and state = 'Pending' limit 50
    ) as waiting where owner.id = any(${owners}) and owner.plan = any(${plans})`
}
