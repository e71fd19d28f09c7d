import * as z from 'zod/mini'

export const STEP_TABS = ['overview', 'parameters', 'versions', 'jobs', 'source'] as const
export type StepTab = (typeof STEP_TABS)[number]

/** Which part of a step is on screen, and the version it is compared with. */
export const StepDetailSearch = z.object({
  tab: z.catch(z.enum(STEP_TABS), 'overview'),
  compare: z.catch(z.optional(z.coerce.string().check(z.minLength(1), z.maxLength(200))), undefined),
})
export type StepDetailSearch = z.output<typeof StepDetailSearch>
export const STEP_DETAIL_DEFAULTS = StepDetailSearch.parse({})
