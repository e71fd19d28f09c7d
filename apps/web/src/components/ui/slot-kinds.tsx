import type { DataSlotSpecification } from '@millrace/contracts/processing-steps'
import { ArrowRight, Layers } from 'lucide-react'
import { capitalized } from '#lib/capitalized.ts'
import { plural } from '#lib/format.ts'
import { FileIcon } from './file-icon.tsx'
import { familyWord, slotTypesLabel } from './slot-types.ts'

const SHOWN = 2

/** The inputs and outputs of a step, as icons with words. */
export function TakesAndMakes({
  inputs,
  outputs,
}: {
  inputs: readonly DataSlotSpecification[]
  outputs: readonly DataSlotSpecification[]
}) {
  return (
    <span className="flex min-w-0 items-center gap-2 text-ink-2">
      <Kinds slots={inputs} none="no data" />
      <ArrowRight className="icon-sm flex-none text-ink-3" />
      <Kinds slots={outputs} none="a value" />
    </span>
  )
}

function Kinds({ slots, none }: { slots: readonly DataSlotSpecification[]; none: string }) {
  if (slots.length === 0) return <span className="text-ink-3">{none}</span>
  const kinds = kindsOf(slots)
  return (
    <>
      {kinds.slice(0, SHOWN).map(({ word, alike }) => (
        <span
          key={word}
          className="flex min-w-0 items-center gap-1.5"
          title={alike.map(({ Title, Name, MediaType }) => `${Title || Name}: ${slotTypesLabel(MediaType)}`).join('\n')}
        >
          <span className="flex-none text-ink-3">
            {alike[0]?.IsCollection ? (
              <Layers className="icon-sm" />
            ) : (
              <FileIcon mediaType={alike[0] && firstType(alike[0])} />
            )}
          </span>
          <span className="truncate">{word}</span>
        </span>
      ))}
      {kinds.length > SHOWN ? <span className="text-xs text-ink-3">+{kinds.length - SHOWN}</span> : null}
    </>
  )
}

const HAVE_PLURAL = new Set(['table', 'image', 'figure'])

/** Groups slots by their word, such as `table`, `JSON`, or `2 tables`. */
export function kindsOf(slots: readonly DataSlotSpecification[]) {
  return [...Map.groupBy(slots, slotWord)].map(([word, alike]) => ({
    word: alike.length === 1 ? word : plural(alike.length, word, HAVE_PLURAL.has(word) ? undefined : word),
    alike,
  }))
}

/** Returns the first media type that a slot accepts. Empty if it accepts any. */
export function firstType({ MediaType }: Pick<DataSlotSpecification, 'MediaType'>): string {
  return MediaType?.split(',')[0]?.trim() ?? ''
}

/** Returns a label for an output slot: `Table`, `Figure`, `Files`. */
export function outputLabel(slot: DataSlotSpecification): string {
  const [word = ANY] = slotWord(slot).split(', ')
  return word === ANY ? 'File' : capitalized(word)
}

const ANY = 'any file'
const NAMED = 3
const TABLES = new Set(['CSV', 'TSV', 'Parquet'])

/** Returns a short word for a slot: `table` or `image` for several such types, otherwise up to three types. */
function slotWord(slot: DataSlotSpecification): string {
  const types = (slot.MediaType ?? '')
    .split(',')
    .map((type) => type.trim())
    .filter(Boolean)
  if (types.length > 1 && types.every((type) => type.startsWith('image/')))
    return slot.IsCollection ? 'images' : 'image'
  const words = [...new Set(types.map(familyWord))]
  if (words.filter((type) => TABLES.has(type)).length > 1) return slot.IsCollection ? 'tables' : 'table'
  return words.slice(0, NAMED).join(', ') || (slot.IsCollection ? 'files' : ANY)
}
