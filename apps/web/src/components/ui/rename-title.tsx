import { Pencil } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { fill } from '#lib/fill.ts'
import { Input } from './input.tsx'
import * as texts from './texts.ts'

interface RenameTitleProps {
  name: string
  label: string
  maxLength: number
  /** Undefined if the server doesn’t offer to rename the resource. */
  onRename: ((name: string) => void) | undefined
  /** The number of characters that are initially selected. Default: all. */
  selected?: number
  /** The rendered name. */
  children: ReactNode
}

/** The title of a resource. Pressing it edits the name in place. */
export function RenameTitle({ name, label, maxLength, onRename, selected = name.length, children }: RenameTitleProps) {
  const [draft, setDraft] = useState<string>()

  function save() {
    const next = draft?.trim()
    setDraft(undefined)
    if (next && next !== name) onRename?.(next)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') save()
    if (event.key === 'Escape') setDraft(undefined)
  }

  if (!onRename) return children
  if (draft === undefined) {
    return (
      <button
        type="button"
        title={fill(texts.renameNamed, name)}
        onClick={() => setDraft(name)}
        className="group/title relative -left-1.5 -mr-2 flex max-w-[calc(100%+0.5rem)] items-center rounded-md px-1.5 text-left hover:bg-hover"
      >
        {children}
        <Pencil
          // Positioned in the gap after the title, so that the icon takes no room while it is invisible.
          className="icon-sm absolute left-full -ml-1 text-ink-3 opacity-0 group-hover/title:opacity-100 group-focus-visible/title:opacity-100 phone:hidden"
        />
      </button>
    )
  }
  return (
    <Input
      aria-label={label}
      autoFocus
      maxLength={maxLength}
      className="w-[min(480px,60vw)]! text-md font-normal tracking-normal"
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onFocus={({ target }) => target.setSelectionRange(0, selected)}
      onKeyDown={onKeyDown}
      onBlur={save}
    />
  )
}
