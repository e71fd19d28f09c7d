import type { ArrayFieldItemTemplateProps, ArrayFieldTemplateProps } from '@rjsf/utils'
import { Plus, X } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { fill } from '#lib/fill.ts'
import * as texts from '../texts.ts'

/** A list of objects: a framed row for each object, and a button that adds a row. */
export function ArrayTemplate({ items, canAdd, onAddClick, disabled }: ArrayFieldTemplateProps) {
  return (
    <div className="grid gap-2">
      {items}
      {canAdd ? (
        <Button
          size="sm"
          variant="quiet"
          className="justify-self-start"
          disabled={disabled}
          onClick={onAddClick}
          icon={<Plus className="icon-sm" />}
        >
          {texts.add}
        </Button>
      ) : null}
    </div>
  )
}

/** A framed row of a list, with a button that removes the row if the list may get shorter. */
export function ArrayItemTemplate({ children, buttonsProps, index }: ArrayFieldItemTemplateProps) {
  return (
    <div className="flex items-start gap-2 rounded-lg border border-line p-3">
      <div className="min-w-0 flex-1">{children}</div>
      {buttonsProps.hasRemove ? (
        <IconButton
          size="sm"
          label={fill(texts.removeRow, index + 1)}
          icon={<X className="icon-sm" />}
          onClick={buttonsProps.onRemoveItem}
        />
      ) : null}
    </div>
  )
}
