import type { Plan } from '@millrace/contracts/limits'
import { Select } from '#components/ui/select.tsx'
import { fill } from '#lib/fill.ts'
import { toast } from '#lib/toast.ts'
import { type Holder, useSetPlan } from './admin.queries.ts'
import { PLAN_OPTIONS, planName } from './names.ts'
import * as texts from './texts.ts'

/** Selects the plan of a user or an organization. A new plan takes effect immediately. */
export function PlanSelect({ holder, name, plan }: { holder: Holder; name: string; plan: Plan }) {
  const setPlan = useSetPlan()
  return (
    <Select
      size="sm"
      aria-label={fill(texts.planOf, name)}
      value={plan}
      disabled={setPlan.isPending}
      options={PLAN_OPTIONS}
      onChange={(next) => {
        if (next === plan) return
        setPlan.mutate(
          { holder, plan: next },
          { onSuccess: () => toast.success(fill(texts.isOnThePlan, name, planName(next))) },
        )
      }}
    />
  )
}
