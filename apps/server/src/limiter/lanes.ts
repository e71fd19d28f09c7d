import { fairLane, type LaneRule } from './fair-lane.ts'

/*
 * What one owner may use at the same time: an organization or user, or for anonymous requests an address. The queues
 * hold what ordinary clients send at once, such as a Python program with 32 threads, so only floods are refused.
 */

const WAIT_MS = 4000

const RULES = {
  /** Lists, counts and tags. One that ignores indexes occupies a core for up to LIST_STATEMENT_MS. */
  lists: { what: 'queries', perOwner: 3, atOnce: 6, waiting: 64, waitMs: WAIT_MS },
} satisfies Record<string, LaneRule>

type LaneName = keyof typeof RULES
export type LaneRules = Record<LaneName, LaneRule>
export type Lanes = ReturnType<typeof openLanes>

/** The lanes of this process, all empty. Tests pass narrower rules. */
export function openLanes(changes: Partial<LaneRules> = {}) {
  const rules: LaneRules = { ...RULES, ...changes }
  return { lists: fairLane(rules.lists) }
}
