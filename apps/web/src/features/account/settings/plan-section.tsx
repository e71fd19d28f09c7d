import type { AccountUsage } from '@millrace/contracts/account'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { PlanFacts } from '#components/ui/plan-facts.tsx'
import { PLAN_LABELS } from '#components/ui/plan-labels.ts'
import { Section } from '#components/ui/section.tsx'
import { callJson } from '#lib/api.ts'
import type { SessionUser } from '#lib/session.ts'
import * as texts from './texts.ts'
import { SETTINGS_TEXTS } from './texts.ts'

/** Always reloaded, because jobs and uploads in any tab change it. */
const usageQuery = queryOptions({
  queryKey: ['own-usage'],
  queryFn: ({ signal }) => callJson<AccountUsage>('/api/account/usage', { signal }),
  staleTime: 0,
})

/** The user's own plan, grants and usage, read-only, regardless of the active context. */
export function PlanSection({ user }: { user: SessionUser }) {
  const { data: usage } = useQuery(usageQuery)
  const plan = usage?.plan ?? (user.plan === 'enterprise' ? 'enterprise' : 'free')
  return (
    <Section title={texts.plan} count={PLAN_LABELS[plan]} help={SETTINGS_TEXTS.plan}>
      <PlanFacts plan={plan} usedBytes={usage?.usedBytes} grants={usage?.grants ?? []} />
    </Section>
  )
}
