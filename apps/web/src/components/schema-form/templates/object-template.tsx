import type { JsonSchema } from '@millrace/parameters/json-schema'
import type { ObjectFieldTemplateProps } from '@rjsf/utils'
import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { fieldsBesideGaps } from '#components/schema-form/field-kind.ts'
import { useFormScope } from '#components/schema-form/form-scope.ts'
import { countIn, type FieldGroup, groupsOf, labelsIn, searchedGroup } from '#components/schema-form/groups.ts'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { sameValue } from '../defaults.ts'
import * as texts from '../texts.ts'

/**
 * The fields of an object in up to two columns. The fields of the whole form are grouped; those of a nested object are
 * indented.
 */
export function ObjectTemplate({ properties, fieldPathId, title, schema }: ObjectFieldTemplateProps) {
  const shown = properties.filter((property) => !property.hidden)
  if (shown.length === 0) return null
  const isRoot = fieldPathId.path.length === 0
  const groups = isRoot ? groupsOf(schema as JsonSchema) : []
  if (groups.length > 1) {
    const contentOf = (names: readonly string[]) => placed(shown.filter(({ name }) => names.includes(name)))
    return groups.map((group, at) =>
      group.title === undefined ? (
        <Fields key="">{contentOf(group.names)}</Fields>
      ) : (
        <Group key={group.title} group={group} schema={schema as JsonSchema} isFirst={at === 0}>
          {contentOf(group.names)}
        </Group>
      ),
    )
  }
  return <Fields {...(isRoot ? {} : { label: title })}>{placed(shown)}</Fields>

  function placed(fields: typeof shown): ReactNode[] {
    const { properties: schemas = {} } = schema as JsonSchema
    const wide = fieldsBesideGaps(fields.map(({ name }) => ({ name, schema: schemas[name] ?? {} })))
    return fields.map(({ name, content }) =>
      wide.includes(name) ? (
        <div key={name} className="contents *:col-span-full">
          {content}
        </div>
      ) : (
        content
      ),
    )
  }
}

function Fields({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <div
      {...(label === undefined ? {} : { role: 'group', 'aria-label': label })}
      className={clsx(
        'grid items-start gap-x-6 gap-y-4 @md/form:grid-cols-2',
        label !== undefined && 'border-l border-line py-1 pl-4',
      )}
    >
      {children}
    </div>
  )
}

interface GroupProps {
  group: FieldGroup
  schema: JsonSchema
  isFirst: boolean
  children: ReactNode
}

/**
 * A collapsible group, which counts its problems or, if it has none, its changes. It lists its fields while collapsed,
 * and opens when a problem is found.
 */
function Group({ group, schema, isFirst, children }: GroupProps) {
  const { value, defaults, faults, sought } = useFormScope()
  const [isOpen, setIsOpen] = useState(() => isFirst || searchedGroup(schema, sought)?.title === group.title)
  const problems = countIn(group, faults.keys())
  const changed = group.names.filter((name) => !sameValue(value[name], defaults[name])).length
  const hasProblems = problems > 0
  const [hadProblems, setHadProblems] = useState(false)
  if (hasProblems !== hadProblems) {
    setHadProblems(hasProblems)
    if (hasProblems) setIsOpen(true)
  }
  return (
    <details
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="group/fields border-b border-line last:border-b-0"
    >
      <summary className="-mx-2 flex h-10 cursor-pointer list-none items-center gap-2 rounded-md px-2 hover:bg-hover touch:h-11">
        <ChevronRight className="icon-sm flex-none text-ink-3 transition-transform group-open/fields:rotate-90" />
        <span className="flex-none font-medium">{group.title}</span>
        <span className="min-w-0 flex-1 truncate text-ink-3 group-open/fields:invisible">
          {labelsIn(group, schema)}
        </span>
        {hasProblems ? (
          <span className="flex-none text-xs text-danger">{plural(problems, 'problem')}</span>
        ) : changed > 0 ? (
          <span className="flex-none text-xs text-accent">{fill(texts.changed, changed)}</span>
        ) : null}
      </summary>
      <div className="pt-2 pb-5">
        <Fields>{children}</Fields>
      </div>
    </details>
  )
}
