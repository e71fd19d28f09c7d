import type { Plan } from '@millrace/contracts/limits'
import { useQuery } from '@tanstack/react-query'
import { PlanFacts } from '#components/ui/plan-facts.tsx'
import { PLAN_LABELS } from '#components/ui/plan-labels.ts'
import { Section } from '#components/ui/section.tsx'
import { infoQuery } from '#lib/entry-point.ts'
import { grantsQuery, namedGrants } from '#lib/grants.ts'
import * as texts from './texts.ts'

/** The plan, grants and usage of the organization. Only an administrator can change the plan. */
export function PlanSection({ plan }: { plan: Plan }) {
  const { data: info } = useQuery(infoQuery)
  const { data: grants = [] } = useQuery(grantsQuery)
  return (
    <Section title={texts.plan} count={PLAN_LABELS[plan]}>
      <PlanFacts plan={plan} usedBytes={info?.properties.UsedStorageInBytes} grants={namedGrants(grants)} />
    </Section>
  )
}
