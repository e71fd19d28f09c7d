import { Link } from '@tanstack/react-router'
import { Bookmark, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { fill } from '#lib/fill.ts'
import { useSavedViews } from '#lib/saved-views.ts'
import { usePhone } from '#lib/use-media.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { Input } from './input.tsx'
import { Popover } from './popover.tsx'
import * as texts from './texts.ts'

interface SavedViewsProps {
  /** The key of the list’s views in this browser. */
  list: string
  search: Record<string, unknown>
}

const NAME_MAX = 80

/** The saved views of a list, and a field to save the current view. Hidden on a phone without saved views. */
export function SavedViews({ list, search }: SavedViewsProps) {
  const [open, setOpen] = useState(false)
  const { views, save, remove } = useSavedViews(list)
  const isPhone = usePhone()
  if (isPhone && views.length === 0) return null

  return (
    <Popover
      label={texts.savedViews}
      align="end"
      className="grid w-72 gap-2"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton
          size="sm"
          label={views.length > 0 ? fill(texts.savedViewsCounted, views.length) : texts.savedViews}
          word={texts.views}
          icon={<Bookmark />}
        />
      }
    >
      {views.length > 0 ? (
        <ul className="-mx-1 max-h-72 overflow-y-auto">
          {views.map((view) => (
            <li key={view.name} className="flex items-center gap-1">
              <Link
                to="."
                search={view.search as never}
                onClick={() => setOpen(false)}
                className="min-w-0 flex-1 truncate rounded-md px-2 py-1.5 hover:bg-hover"
              >
                {view.name}
              </Link>
              <IconButton
                size="sm"
                label={fill(texts.deleteView, view.name)}
                icon={<X />}
                onClick={() => remove(view.name)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-2">{texts.noSavedViews}</p>
      )}
      <SaveView
        onSave={(name) => {
          save({ name, search })
          setOpen(false)
        }}
      />
    </Popover>
  )
}

function SaveView({ onSave }: { onSave: (name: string) => void }) {
  const [name, setName] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim()) onSave(name.trim())
  }
  return (
    <form onSubmit={submit} className="flex gap-2">
      <Input
        inputSize="sm"
        aria-label={texts.nameOfTheView}
        placeholder={texts.failedLastWeek}
        maxLength={NAME_MAX}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button size="sm" type="submit" disabled={name.trim() === ''}>
        {texts.saveView}
      </Button>
    </form>
  )
}
