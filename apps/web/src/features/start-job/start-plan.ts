import type { DataSlotSpecification } from '@millrace/contracts/processing-steps'
import type { JobPlan } from '#lib/job-parts.ts'
import { proposedName } from './job-name.ts'
import { type Assignment, assignSlots, type ChosenData, openSlots, spreadSlot } from './slot-fit.ts'

/** Everything that the user has selected in the start panel. */
export interface Choices {
  step: { href: string | undefined; title: string | undefined; slots: readonly DataSlotSpecification[] }
  data: readonly ChosenData[]
  /** Slots filled manually, which take precedence over the automatic assignment. */
  byHand: Readonly<Record<string, readonly string[]>>
  /** How several files are used: in one job, or in one job each. */
  spread: 'together' | 'each'
  parameters: Record<string, unknown> | undefined
  /** Undefined while the suggested name is used. */
  name: string | undefined
  /** URL of the job that is being rerun. */
  againOf?: string
  tags: readonly string[]
}

/** Returns the jobs to create, in the order of the files. */
export function plannedJobs(choices: Choices): JobPlan[] {
  const { step, data, spread } = choices
  const slot = spread === 'each' ? spreadSlot(freeSlots(step.slots, choices.byHand), spreadable(choices)) : undefined
  if (!slot) return [planOf(choices, data)]
  const fixed = data.filter((file) => isByHand(choices, file))
  return spreadable(choices).map((file) => planOf(choices, [file, ...fixed]))
}

/** Returns the slots that are not filled manually. */
export function freeSlots(slots: readonly DataSlotSpecification[], byHand: Choices['byHand']): DataSlotSpecification[] {
  return slots.filter((slot) => byHand[slot.Name] === undefined)
}

/** Assigns the files to the slots of one job. Manually filled slots are kept. */
export function assignmentOf({ step, data, byHand }: Pick<Choices, 'step' | 'data' | 'byHand'>): Assignment {
  const free = freeSlots(step.slots, byHand)
  const rest = data.filter((file) => !Object.values(byHand).some((hrefs) => hrefs.includes(file.href)))
  const known = new Set(data.map((file) => file.href))
  const automatic = assignSlots(free, rest)
  const fixed = Object.entries(byHand).map(([name, hrefs]) => [name, hrefs.filter((href) => known.has(href))] as const)
  const order = step.slots.map((slot) => slot.Name)
  const slots = { ...automatic.slots, ...Object.fromEntries(fixed) } as Record<string, string[]>
  return { ...automatic, slots: Object.fromEntries(order.map((name) => [name, slots[name] ?? []])) }
}

/**
 * Returns the manually filled slots after a file is assigned to a slot. The file also stays in other slots that would
 * lack data without it, so that two sheets of one workbook can be joined.
 */
export function assignToSlot(
  slot: string,
  href: string,
  choices: Pick<Choices, 'step' | 'data' | 'byHand'>,
): Choices['byHand'] {
  const byHand = { ...choices.byHand, [slot]: [href] }
  const before = assignmentOf(choices).slots
  const lacking = openSlots(choices.step.slots, assignmentOf({ ...choices, byHand }).slots)
  const kept = lacking.flatMap(({ Name }) => (before[Name]?.includes(href) ? [[Name, before[Name]] as const] : []))
  return { ...byHand, ...Object.fromEntries(kept) }
}

function planOf(choices: Choices, data: readonly ChosenData[]): JobPlan {
  const { step, parameters, tags, againOf } = choices
  const { slots } = assignmentOf({ ...choices, data })
  const used = data.filter((file) => Object.values(slots).some((hrefs) => hrefs.includes(file.href)))
  const primary = slots[step.slots[0]?.Name ?? '']
  const named = primary ? used.filter((file) => primary.includes(file.href)) : data
  return { name: nameOf(choices, named), ...(againOf && { againOf }), stepHref: step.href, parameters, slots, tags }
}

function nameOf({ step, name, spread }: Choices, data: readonly ChosenData[]): string {
  const files = data.map((file) => file.name)
  if (name === undefined || name.trim() === '') return proposedName(step.title, files)
  return spread === 'each' ? proposedName(name.trim(), files) : name.trim()
}

function spreadable(choices: Choices): ChosenData[] {
  return choices.data.filter((file) => !isByHand(choices, file))
}

function isByHand({ byHand }: Choices, file: ChosenData): boolean {
  return Object.values(byHand).some((hrefs) => hrefs.includes(file.href))
}
