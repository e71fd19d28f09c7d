import type { Node, NodeProps } from '@xyflow/react'
import { clsx } from 'clsx'
import { memo, use, useEffect, useRef, useState } from 'react'
import { noteOfKey } from '../document/draft.ts'
import type { NoteData } from './flow-model.ts'
import { NoteContext } from './note-context.ts'
import * as texts from './texts.ts'

export const NoteNode = memo(function NoteNode({ id, data, selected }: NodeProps<Node<NoteData>>) {
  const onChange = use(NoteContext)
  const field = useRef<HTMLTextAreaElement>(null)
  const [isNew] = useState(selected && data.text === '')
  useEffect(() => {
    if (isNew) field.current?.focus({ preventScroll: true })
  }, [isNew])
  return (
    <textarea
      ref={field}
      aria-label={texts.note}
      value={data.text}
      placeholder={texts.note}
      spellCheck={false}
      onChange={(event) => onChange(noteOfKey(id) ?? 0, event.target.value)}
      className={clsx(
        'nopan size-full resize-none rounded-md border bg-warning-soft px-2.5 py-2 text-sm text-ink outline-none',
        selected ? 'border-accent' : 'border-transparent',
      )}
    />
  )
})
