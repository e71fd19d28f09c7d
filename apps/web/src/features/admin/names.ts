import { PLAN_NAMES } from '@millrace/contracts/limits'
import { PLAN_LABELS } from '#components/ui/plan-labels.ts'
import * as texts from './texts.ts'

export const PLAN_OPTIONS = PLAN_NAMES.map((value) => ({ value, label: PLAN_LABELS[value] }))

/** The name of a plan. A plan this app doesn’t know yet keeps its id. */
export function planName(plan: string): string {
  return (PLAN_LABELS as Record<string, string>)[plan] ?? plan
}

/** What the holders of a grant can do. The product knows its own grants; others are for programs that use the API. */
export function grantDescription(grantId: string): string {
  return texts.WHAT_GRANTS_ALLOW[grantId.replace(/^grant:/, '')] ?? texts.ownGrant
}
