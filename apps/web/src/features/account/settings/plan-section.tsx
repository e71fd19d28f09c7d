import { PLANS, type Plan } from '@millrace/contracts/limits'
import { useQuery } from '@tanstack/react-query'
import { PlanFacts } from '#components/ui/plan-facts.tsx'
import { Section } from '#components/ui/section.tsx'
import { infoQuery } from '#lib/entry-point.ts'
import { grantsQuery, namedGrants } from '#lib/grants.ts'
import type { SessionUser } from '#lib/session.ts'
import { SETTINGS_TEXTS } from './texts.ts'

/** Plan, grants and usage, read only. The server reports usage and grants of the active context. */
export function PlanSection({ user, isPersonal }: { user: SessionUser; isPersonal: boolean }) {
  const { data: info } = useQuery(infoQuery)
  const { data: grants = [] } = useQuery(grantsQuery)
  const plan: Plan = user.plan && user.plan in PLANS ? (user.plan as Plan) : 'free'
  return (
    <Section title="Plan" help={SETTINGS_TEXTS.plan.help}>
      <PlanFacts
        plan={plan}
        usedBytes={isPersonal ? info?.properties.UsedStorageInBytes : undefined}
        grants={isPersonal ? namedGrants(grants) : []}
      />
      {isPersonal ? null : <p className="mt-2 text-xs text-ink-3">{SETTINGS_TEXTS.plan.elsewhere}</p>}
    </Section>
  )
}
