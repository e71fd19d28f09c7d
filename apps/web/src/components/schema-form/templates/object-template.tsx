import type { ObjectFieldTemplateProps } from '@rjsf/utils'
import { clsx } from 'clsx'

/** The fields of a group in two columns; a nested group stands behind a line at its left. */
export function ObjectTemplate({ properties, fieldPathId, title }: ObjectFieldTemplateProps) {
  const isRoot = fieldPathId.path.length === 0
  const fields = properties.filter((property) => !property.hidden).map((property) => property.content)
  if (fields.length === 0) return null
  return (
    <div
      {...(isRoot ? {} : { role: 'group', 'aria-label': title })}
      className={clsx('grid items-start gap-x-6 gap-y-4 sm:grid-cols-2', !isRoot && 'border-l border-line py-1 pl-4')}
    >
      {fields}
    </div>
  )
}
