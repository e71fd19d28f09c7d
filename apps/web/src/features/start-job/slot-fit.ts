import { LIMITS } from '@millrace/contracts/limits'
import { fitsSlot } from '@millrace/contracts/media-types'
import type { DataSlotSpecification } from '@millrace/contracts/processing-steps'
import { typeLabel } from '#components/ui/file-icon.tsx'
import { type KnownFile, slotKindsLabel, suitsSlot } from '#components/ui/slot-types.ts'

/** The properties of a selected file that the start panel needs. */
export interface ChosenData extends KnownFile {
  href: string
  name: string
  sizeInBytes: number
}

/** The assignment of selected files to the input slots of a step. */
export interface Assignment {
  /** URLs by slot name, in the order of selection. */
  slots: Record<string, string[]>
  /** Files that fit a slot that is already full. */
  surplus: ChosenData[]
  /** Files that no slot accepts. */
  unfit: ChosenData[]
}

/**
 * Assigns each file to the first slot that accepts its type and still needs a file or, if there is none, to one that
 * has room.
 */
export function assignSlots(slots: readonly DataSlotSpecification[], data: readonly ChosenData[]): Assignment {
  const filled: Record<string, string[]> = Object.fromEntries(slots.map((slot) => [slot.Name, []]))
  const countIn = (slot: DataSlotSpecification) => filled[slot.Name]?.length ?? 0
  const surplus: ChosenData[] = []
  const unfit: ChosenData[] = []
  for (const file of data) {
    const takers = slots.filter((slot) => fitsSlot(file.mediaType, slot.MediaType))
    const open = takers.filter((slot) => countIn(slot) < (slot.MaxSlots ?? Number.POSITIVE_INFINITY))
    const target = open.find((slot) => countIn(slot) < slot.MinSlots) ?? open[0]
    if (target) filled[target.Name]?.push(file.href)
    else (takers.length > 0 ? surplus : unfit).push(file)
  }
  return { slots: filled, surplus, unfit }
}

/** Returns the slots that need more data before the job can start. */
export function openSlots(
  slots: readonly DataSlotSpecification[],
  filled: Record<string, readonly string[]>,
): DataSlotSpecification[] {
  return slots.filter((slot) => (filled[slot.Name]?.length ?? 0) < slot.MinSlots)
}

/**
 * Returns the slot for which each of several files can get its own job: the first slot that accepts all of them.
 * Undefined if no slot does, or if the files fill the required slots of one job, such as the two tables of a join.
 */
export function spreadSlot(
  slots: readonly DataSlotSpecification[],
  data: readonly ChosenData[],
): DataSlotSpecification | undefined {
  if (data.length < 2 || makesOneJob(slots, data)) return undefined
  return slots.find((slot) => data.every((file) => fitsSlot(file.mediaType, slot.MediaType)))
}

function makesOneJob(slots: readonly DataSlotSpecification[], data: readonly ChosenData[]): boolean {
  const required = slots.filter((slot) => slot.MinSlots > 0)
  if (required.length < 2) return false
  const { slots: filled, surplus, unfit } = assignSlots(slots, data)
  return surplus.length === 0 && unfit.length === 0 && openSlots(slots, filled).length === 0
}

/**
 * Returns the media types that any of the slots accepts, in the format of a single slot's `MediaType`. Undefined if any
 * file is accepted, or if the types are too long for a filter.
 */
export function combinedSlotType(slots: readonly DataSlotSpecification[]): string | undefined {
  const types = slots.flatMap(({ MediaType }) => (MediaType ?? '').split(',').map((type) => type.trim()))
  const joined = [...new Set(types)].join(',')
  return types.includes('') || joined.length > LIMITS.slotTypeInFilter ? undefined : joined || undefined
}

/** Returns whether one job can take `count` files in a slot. */
export function takesAll(slot: DataSlotSpecification, count: number): boolean {
  return slot.MaxSlots === null || slot.MaxSlots >= count
}

/** Whether a step accepts the selected files, and why. */
export interface Fit {
  fits: boolean
  /** `accepts CSV`, `accepts PNG or JPEG`, `needs no data`. */
  reason: string
  /**
   * Higher is better: steps that process several files in one job come first, then exact types, then slots that accept
   * anything, then steps that don't fit.
   */
  rank: number
}

const NO_TABLE = 'no table found in the file'
const NO_JSON = 'no JSON found in the file'

/** Returns how well a step fits the selected files, with the reason as text. */
export function fitOf(slots: readonly DataSlotSpecification[], data: readonly ChosenData[]): Fit {
  const needed = slots.filter((slot) => slot.MinSlots > 0)
  if (slots.length === 0) return { fits: data.length === 0, reason: 'needs no data', rank: 0 }
  const accepted = `accepts ${[...new Set((needed.length > 0 ? needed : slots).map((slot) => slotKindsLabel(slot.MediaType)))].join(' and ')}`
  if (data.length === 0) return { fits: true, reason: accepted, rank: 0 }
  const { slots: filled, surplus, unfit } = assignSlots(slots, data)
  if (unfit.length > 0) return { fits: false, reason: accepted, rank: -1 }
  const lacking = data.find((file) => lacksContent(file, slots))
  if (lacking) return { fits: false, reason: isForText(lacking, slots) ? NO_JSON : NO_TABLE, rank: -1 }
  if (slots.some(isOpen)) return { fits: true, reason: 'accepts any file', rank: 1 }
  const isOneJob = data.length > 1 && surplus.length === 0 && openSlots(slots, filled).length === 0
  return { fits: true, reason: `accepts ${typesOf(data).join(' and ')}`, rank: isOneJob ? 3 : 2 }
}

/** Returns whether a file's content is unsuitable for all slots that accept its type. */
function lacksContent(file: ChosenData, slots: readonly DataSlotSpecification[]): boolean {
  return !slots.some((slot) => suitsSlot(file, slot.MediaType))
}

function isForText(file: ChosenData, slots: readonly DataSlotSpecification[]): boolean {
  return !lacksContent({ ...file, hasNoJson: false }, slots)
}

function typesOf(data: readonly ChosenData[]): string[] {
  return [...new Set(data.map((file) => typeLabel(file.mediaType)))]
}

function isOpen(slot: DataSlotSpecification): boolean {
  return slotKindsLabel(slot.MediaType) === 'any file'
}
