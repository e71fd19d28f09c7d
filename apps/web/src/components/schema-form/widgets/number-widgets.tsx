import { Slider } from '@base-ui/react/slider'
import { formatted } from '@millrace/parameters/format-number'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import { emptyMeaning } from '@millrace/parameters/labels'
import type { WidgetProps } from '@rjsf/utils'
import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { isLogarithmic, type Range, rangeOf } from '#components/schema-form/field-kind.ts'
import { useFieldScope } from '#components/schema-form/form-scope.ts'
import { LOG_POSITIONS, movedTo, positionOf } from '#components/schema-form/log-scale.ts'
import { readNumber, stepped } from '#components/schema-form/number-text.ts'
import { fieldFrame } from '#components/ui/input.tsx'
import { fill } from '#lib/fill.ts'
import * as texts from '../texts.ts'
import { emptyOf } from './text-widgets.tsx'

/** A number field with step buttons. The arrow keys also change the number. */
export function NumberWidget(props: WidgetProps) {
  const range = rangeOf(props.schema as JsonSchema)
  const value = typeof props.value === 'number' ? props.value : undefined
  const step = (by: number) => props.onChange(stepped(value ?? range.min ?? 0, by, range))
  return (
    <span className={`${fieldFrame} h-8 pr-0.5 pl-2.5 touch:h-11`}>
      <NumberInput {...props} onStep={step} />
      <Unit schema={props.schema as JsonSchema} />
      <span className="flex flex-none touch:hidden">
        <StepButton label={texts.less} disabled={props.disabled} onClick={() => step(-1)} icon={<Minus />} />
        <StepButton label={texts.more} disabled={props.disabled} onClick={() => step(1)} icon={<Plus />} />
      </span>
    </span>
  )
}

/** A number between two limits: a slider, and a field for the exact value. */
export function SliderWidget(props: WidgetProps) {
  const schema = props.schema as JsonSchema
  const range = rangeOf(schema)
  const value = typeof props.value === 'number' ? props.value : (range.min ?? 0)
  const step = (by: number) => props.onChange(stepped(value, by, range))
  return (
    <div className="flex items-center gap-3.5">
      <Slider.Root
        {...(isLogarithmic(schema) ? logarithmic(range, value, props.onChange) : linear(range, value, props.onChange))}
        disabled={props.disabled ?? false}
        className="min-w-0 flex-1"
      >
        <Slider.Control className="flex h-8 cursor-pointer items-center px-2 touch:h-11">
          <Slider.Track className="meter h-1 w-full rounded-full bg-line-strong">
            <Slider.Indicator className="meter-fill rounded-full bg-accent" />
            <Slider.Thumb
              aria-label={fill(texts.slider, props.label)}
              getAriaValueText={() => [formatted(value), schema['x-unit']].filter(Boolean).join(' ')}
              className="size-4 rounded-full border-2 border-accent bg-surface has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            />
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
      <span className={`${fieldFrame} h-8 w-19! flex-none px-2.5 touch:h-11`}>
        <NumberInput {...props} onStep={step} />
        <Unit schema={props.schema as JsonSchema} />
      </span>
    </div>
  )
}

type Change = (value: number) => void

function linear({ min = 0, max = 100, step }: Range, value: number, onChange: Change) {
  return { value, min, max, step, onValueChange: onChange }
}

function logarithmic(range: Range, value: number, onChange: Change) {
  return {
    value: positionOf(value, range),
    min: 0,
    max: LOG_POSITIONS,
    step: 1,
    onValueChange: (position: number) => onChange(movedTo(position, value, range)),
  }
}

/** Keeps the text as it is typed, so that "2." and "1e" are not replaced before the number is complete. */
function NumberInput({ value, onChange, schema, disabled, onStep }: WidgetProps & { onStep: (by: number) => void }) {
  const { control } = useFieldScope()
  const [draft, setDraft] = useState<string>()
  const shown = draft !== undefined && readNumber(draft) === (value ?? undefined) ? draft : String(value ?? '')

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    setDraft(undefined)
    onStep(by)
  }

  return (
    <input
      {...control}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      placeholder={emptyMeaning(schema as JsonSchema)}
      className="w-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-3"
      value={shown}
      disabled={disabled}
      onKeyDown={onKeyDown}
      onBlur={() => setDraft(undefined)}
      onChange={({ target }) => {
        setDraft(target.value)
        onChange(readNumber(target.value) ?? emptyOf(schema as JsonSchema))
      }}
    />
  )
}

function Unit({ schema }: { schema: JsonSchema }) {
  return schema['x-unit'] ? <span className="flex-none text-xs text-ink-3">{schema['x-unit']}</span> : null
}

interface StepButtonProps {
  label: string
  icon: React.ReactNode
  disabled: boolean | undefined
  onClick: () => void
}

/** Not in the tab order, because the arrow keys do the same in the field. */
function StepButton({ label, icon, disabled, onClick }: StepButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      className="grid size-6 place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink [&>svg]:size-3.5!"
    >
      {icon}
    </button>
  )
}
