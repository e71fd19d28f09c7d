import { COMPARISON_LABELS } from '@millrace/contracts/comparison-labels'
import type { RowCondition } from '@millrace/contracts/previews'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Input } from '#components/ui/input.tsx'
import { Select } from '#components/ui/select.tsx'
import { typedNumber } from './number-format.ts'
import { limitsOf, rangeOf } from './row-conditions.ts'
import * as texts from './texts.ts'

type Change = Omit<RowCondition, 'Column'> | undefined

interface RangeFilterProps {
  kind: 'number' | 'time'
  condition: RowCondition | undefined
  onChange: (next: Change) => void
}

const TIME = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}([ T]\d{1,2}:\d{2}.*)?$/

/** Fields for the lowest and highest value to show. Either may be left empty. */
export function RangeFilter({ kind, condition, onChange }: RangeFilterProps) {
  const [limits, setLimits] = useState(limitsOf(condition))
  const [isWrong, setIsWrong] = useState(false)
  const hint = useId()
  const read = (text: string) => limitIn(text.trim(), kind)

  function apply(event: FormEvent) {
    event.preventDefault()
    const [low, high] = [read(limits.from), read(limits.to)]
    const isRight = low !== undefined && high !== undefined
    setIsWrong(!isRight)
    if (isRight) onChange(rangeOf(low, high))
  }

  const field = (name: 'from' | 'to', label: string, limit: string) => (
    <label htmlFor={`${hint}-${name}`} className="grid min-w-0 flex-1 gap-0.5 text-xs text-ink-3">
      {label}
      <Input
        id={`${hint}-${name}`}
        inputSize="sm"
        placeholder={kind === 'number' ? limit : texts.yyyyMmDd}
        value={limits[name]}
        aria-invalid={(isWrong && read(limits[name]) === undefined) || undefined}
        aria-describedby={isWrong ? hint : undefined}
        onChange={(event) => setLimits({ ...limits, [name]: event.target.value })}
      />
    </label>
  )
  return (
    <form onSubmit={apply} className="grid gap-1">
      <span className="flex items-end gap-1.5">
        {field('from', 'From', texts.min)}
        {field('to', 'To', texts.max)}
        <Button type="submit" size="sm">
          {texts.apply}
        </Button>
      </span>
      {isWrong ? (
        <p id={hint} role="alert" className="text-xs text-danger">
          {kind === 'number' ? texts.enterNumbers : texts.enterDatesOrTimes}
        </p>
      ) : null}
    </form>
  )
}

/** Converts a limit to the form that conditions require. Undefined if it isn't a number or a time. */
function limitIn(text: string, kind: RangeFilterProps['kind']): string | undefined {
  if (text === '') return text
  if (kind === 'number') return typedNumber(text)
  return TIME.test(text) ? text : undefined
}

const TEXTUAL = ['Contains', 'Equals', 'StartsWith', 'EndsWith', 'Differs'] as const
type Textual = (typeof TEXTUAL)[number]

interface TextFilterProps {
  condition: RowCondition | undefined
  ignoreCase: boolean
  onChange: (next: Change, ignoreCase: boolean) => void
}

/** Fields for text that cells must contain, start with, and so on. */
export function TextFilter({ condition, ignoreCase, onChange }: TextFilterProps) {
  const [is, setIs] = useState<Textual>((condition?.Is as Textual | undefined) ?? 'Contains')
  const [text, setText] = useState(condition?.Values?.[0] ?? '')
  const [isCaseIgnored, setIsCaseIgnored] = useState(condition ? ignoreCase : true)

  function apply(event: FormEvent) {
    event.preventDefault()
    const isSet = text.trim() !== ''
    onChange(isSet ? { Is: is, Values: [text] } : undefined, isSet ? isCaseIgnored : ignoreCase)
  }

  return (
    <form onSubmit={apply} className="grid gap-1">
      <span className="flex items-center gap-1.5">
        <span className="w-28 flex-none">
          <Select<Textual>
            size="sm"
            aria-label={texts.comparison}
            value={is}
            onChange={setIs}
            options={TEXTUAL.map((value) => ({ value, label: COMPARISON_LABELS[value] }))}
          />
        </span>
        <Input
          inputSize="sm"
          aria-label={texts.text}
          placeholder={texts.text}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" size="sm">
          {texts.apply}
        </Button>
      </span>
      <Checkbox checked={isCaseIgnored} onChange={() => setIsCaseIgnored(!isCaseIgnored)}>
        {texts.ignoreCase}
      </Checkbox>
    </form>
  )
}
