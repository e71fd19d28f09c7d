import { isNullable, type JsonSchema } from '@millrace/parameters/json-schema'
import { emptyMeaning } from '@millrace/parameters/labels'
import type { WidgetProps } from '@rjsf/utils'
import { useFieldScope } from '#components/schema-form/form-scope.ts'
import { Input, TextArea } from '#components/ui/input.tsx'

const INPUT_TYPES: Record<string, string> = { email: 'email', uri: 'url', date: 'date', color: 'color' }

/** A line of text, a date or a color. */
export function TextWidget({ value, onChange, schema, disabled, placeholder }: WidgetProps) {
  const { control } = useFieldScope()
  const { format, examples, 'x-unit': unit } = schema as JsonSchema
  return (
    <Input
      {...control}
      type={INPUT_TYPES[format ?? ''] ?? 'text'}
      value={typeof value === 'string' || typeof value === 'number' ? value : ''}
      placeholder={
        placeholder || (examples?.[0] === undefined ? emptyMeaning(schema as JsonSchema) : String(examples[0]))
      }
      disabled={disabled}
      spellCheck={false}
      tail={unit}
      onChange={(event) => onChange(event.target.value === '' ? emptyOf(schema as JsonSchema) : event.target.value)}
    />
  )
}

/** Multi-line text in a monospace font, such as a query, an expression or a template. */
export function LongTextWidget({ value, onChange, schema, disabled }: WidgetProps) {
  const { control } = useFieldScope()
  return (
    <TextArea
      {...control}
      value={typeof value === 'string' ? value : ''}
      disabled={disabled}
      spellCheck={false}
      rows={4}
      className="font-mono text-xs/5"
      onChange={(event) => onChange(event.target.value === '' ? emptyOf(schema as JsonSchema) : event.target.value)}
    />
  )
}

/** A date and time. The field shows local time; the value is in UTC. */
export function DateTimeWidget({ value, onChange, schema, disabled }: WidgetProps) {
  const { control } = useFieldScope()
  return (
    <Input
      {...control}
      type="datetime-local"
      step={1}
      value={localTime(value)}
      disabled={disabled}
      onChange={({ target }) =>
        onChange(target.value === '' ? emptyOf(schema as JsonSchema) : new Date(target.value).toISOString())
      }
    />
  )
}

/** A time of day in UTC, because JSON Schema requires an offset. */
export function TimeWidget({ value, onChange, schema, disabled }: WidgetProps) {
  const { control } = useFieldScope()
  return (
    <Input
      {...control}
      type="time"
      step={1}
      value={typeof value === 'string' ? value.slice(0, 8) : ''}
      disabled={disabled}
      tail="UTC"
      onChange={({ target }) =>
        onChange(target.value === '' ? emptyOf(schema as JsonSchema) : withSeconds(target.value))
      }
    />
  )
}

/** Returns the value of an empty field: null if the schema allows null, otherwise undefined. */
export function emptyOf(schema: JsonSchema): null | undefined {
  return isNullable(schema) ? null : undefined
}

function withSeconds(time: string): string {
  return `${time.length === 5 ? `${time}:00` : time}Z`
}

function localTime(value: unknown): string {
  const date = typeof value === 'string' ? new Date(value) : undefined
  if (!date || Number.isNaN(date.getTime())) return ''
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}
