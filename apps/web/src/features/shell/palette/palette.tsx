import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { fill } from '#lib/fill.ts'
import { paletteOpen, typedAhead } from '#lib/palette.ts'
import { useDebounced } from '#lib/use-debounced.ts'
import { type Entry, matchingEntries, readTyped } from './palette-entries.ts'
import { PaletteFooter } from './palette-footer.tsx'
import { PaletteRows } from './palette-rows.tsx'
import * as texts from './texts.ts'
import { type PageCommand, usePaletteEntries } from './use-palette-entries.ts'

const ASK_AFTER_MS = 120

/** The command palette: searches pages, resources, steps to start jobs with, and the commands of the current page. */
export function Palette({ onReady }: { onReady: () => void }) {
  const [typed, setTyped] = useState('')
  const [marked, setMarked] = useState(0)
  const [verbs] = useState(pageVerbs)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const { prefix, text } = readTyped(typed)
  const asked = useDebounced(text, ASK_AFTER_MS)
  const { entries, isSearching } = usePaletteEntries({ asked, prefix, verbs })
  const groups = matchingEntries(entries, typed)
  const rows = groups.flatMap(([, found]) => found)
  const at = Math.min(marked, rows.length - 1)

  function choose(entry: Entry | undefined, inNewTab = false) {
    if (!entry) return
    paletteOpen.set(false)
    if (inNewTab && entry.href) window.open(entry.href, '_blank')
    else entry.run()
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, Home: -rows.length, End: rows.length }
    const step = steps[event.key]
    if (event.key === 'Enter') choose(rows[at], event.metaKey || event.ctrlKey)
    else if (step === undefined || (Math.abs(step) > 1 && typed !== '')) return
    else setMarked((rows.length + Math.max(0, at + step)) % Math.max(1, rows.length))
    event.preventDefault()
  }

  return (
    <Dialog.Root open onOpenChange={(open) => paletteOpen.set(open)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup
          aria-label={texts.searchOrRunACommand}
          initialFocus={field}
          className="dialog-popup fixed inset-x-0 top-[12vh] z-40 mx-auto flex max-h-[70vh] w-[min(640px,calc(100vw-32px))] flex-col overflow-hidden rounded-xl bg-raised shadow-pop outline-none phone:top-0 phone:h-dvh phone:max-h-none phone:w-full phone:rounded-none"
        >
          <div className="flex h-13 flex-none items-center gap-3 border-b border-line px-4">
            <Search className="text-ink-3" />
            <input
              ref={field}
              type="text"
              role="combobox"
              aria-label={texts.searchOrRunACommand}
              aria-expanded
              aria-autocomplete="list"
              aria-controls={`${id}-rows`}
              aria-activedescendant={rows.length > 0 ? `${id}-${at}` : undefined}
              autoComplete="off"
              spellCheck={false}
              placeholder={texts.searchOrRunACommand}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setMarked(0)
              }}
              onFocus={() => {
                setTyped((before) => before + typedAhead.get())
                onReady()
              }}
              onKeyDown={onKeyDown}
              className="h-full min-w-0 flex-1 bg-transparent text-md outline-none"
            />
            <Dialog.Close className="rounded-md px-2 text-ink-2 hover:text-ink sm:hidden touch:h-11">
              {texts.close}
            </Dialog.Close>
          </div>
          <PaletteRows
            id={id}
            groups={groups}
            at={at}
            onMark={setMarked}
            onChoose={choose}
            nothing={isSearching ? texts.searching : fill(texts.noResultsFor, typed.trim())}
          />
          <PaletteFooter count={rows.length} isSearching={isSearching} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function pageVerbs(): PageCommand[] {
  const all = document.querySelectorAll<PageCommand>('main [data-page-verbs] :is(button, a[href])')
  return [...all].filter((verb) => verb.checkVisibility() && !verb.matches(':disabled, [aria-disabled=true]'))
}
