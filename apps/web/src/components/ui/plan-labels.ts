import type { Plan } from '@millrace/contracts/limits'

export const PLAN_LABELS = { free: 'Free', enterprise: 'Enterprise' } as const satisfies Record<Plan, string>
