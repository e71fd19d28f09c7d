import type { ColumnPreviewProperties } from '@millrace/contracts/previews'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Input } from '#components/ui/input.tsx'
import { fill } from '#lib/fill.ts'
import { formatCount, plural } from '#lib/format.ts'
import * as texts from './texts.ts'

interface ColumnValuesProps {
  facts: ColumnPreviewProperties | undefined
  chosen: readonly string[]
  format: (text: string) => string
  search: string
  onSearch: (text: string) => void
  onChange: (values: string[]) => void
}

const SEARCH_FROM = 12

/** Values that aren't sorted by frequency all occur once. */
function headingOf(hasMore: boolean, count: number, isSorted: boolean): string {
  if (hasMore) return isSorted ? texts.mostFrequentValues : texts.values
  const values = plural(count, 'value')
  return isSorted && count > 1 ? fill(texts.mostFrequentFirst, values) : values
}

/** Lists the most frequent values with their row counts, to select from. */
export function ColumnValues({ facts, chosen, format, search, onSearch, onChange }: ColumnValuesProps) {
  const values = facts?.Values
  if (!values || (values.length === 0 && chosen.length === 0 && search === '')) return null
  const listed = new Set(values.map(({ Value }) => Value))
  const others = chosen
    .filter((value) => !listed.has(value))
    .map((value) => ({ Value: value, Text: undefined, Rows: undefined }))
  const most = Math.max(1, ...values.map(({ Rows }) => Rows))
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value])
  const isSearched = facts.HasMoreValues || values.length >= SEARCH_FROM || search !== ''
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1 text-xs text-ink-3">{headingOf(facts.HasMoreValues, values.length, most > 1)}</legend>
      {isSearched ? (
        <Input
          type="search"
          inputSize="sm"
          aria-label={texts.searchValues}
          placeholder={texts.searchValues}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
      ) : null}
      {values.length === 0 && search !== '' ? (
        <p className="text-xs text-ink-3">{fill(texts.noValueContains, search)}</p>
      ) : null}
      <ul className="scroll-thin scroll-fade-y max-h-45 overflow-y-auto touch:max-h-50">
        {[...others, ...values].map(({ Value, Text, Rows }) => {
          const text = Text === undefined ? Value : format(Text)
          return (
            <li key={Value} className="relative flex items-center gap-2 touch:h-11">
              <span
                aria-hidden="true"
                className="absolute inset-y-0.5 left-5 rounded-xs bg-accent-soft"
                style={{ width: `calc((100% - 20px) * ${(Rows ?? 0) / most})` }}
              />
              <span className="relative min-w-0 flex-1">
                <Checkbox checked={chosen.includes(Value)} onChange={() => toggle(Value)}>
                  <span
                    className="block max-w-48 truncate pl-1.5 text-xs text-ink touch:w-48 touch:leading-9"
                    title={text}
                  >
                    {text}
                  </span>
                </Checkbox>
              </span>
              <span className="relative flex-none pr-2 text-2xs text-ink-2">
                {Rows === undefined ? '' : formatCount(Rows)}
              </span>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
