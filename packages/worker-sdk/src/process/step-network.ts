import type { StepNetwork } from '@millrace/contracts/worker'
import { withoutNetwork } from '@millrace/processes/without-network'
import type { StepLimits } from './step-limits.ts'

export const STEPS_KEEP_NETWORK =
  'Steps can use the network, because this system doesn’t allow network namespaces (unshare --net). Restrict the network of the worker’s container instead, or set STEP_NETWORK=on.'

/** Returns the network access of running steps, which administrators see on the system page. */
export function stepNetwork({ hasNetwork }: Pick<StepLimits, 'hasNetwork'>): StepNetwork {
  if (hasNetwork) return 'allowed'
  return withoutNetwork() ? 'none' : 'kept'
}
