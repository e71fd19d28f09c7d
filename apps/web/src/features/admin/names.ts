import { PLAN_NAMES } from '@millrace/contracts/limits'
import { PLAN_LABELS } from '#components/ui/plan-labels.ts'
import * as texts from './texts.ts'

export const PLAN_OPTIONS = PLAN_NAMES.map((value) => ({ value, label: PLAN_LABELS[value] }))

/** Returns the name of a plan. If this app has no name for the plan, returns its id. */
export function planName(plan: string): string {
  return (PLAN_LABELS as Record<string, string>)[plan] ?? plan
}

/** Describes what a grant permits, or says that Millrace doesn't use the grant. */
export function grantDescription(grantId: string): string {
  return texts.WHAT_GRANTS_ALLOW[grantId.replace(/^grant:/, '')] ?? texts.ownGrant
}
