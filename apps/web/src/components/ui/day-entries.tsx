import type { ActivityEntry } from '@millrace/contracts/activity'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { foldedRuns, withoutAcceptances } from '#lib/activity-runs.ts'
import { fill } from '#lib/fill.ts'
import { revealRows } from '#lib/reveal-rows.ts'
import { Button } from './button.tsx'
import { SIMILAR_EVENTS, similarEvents } from './similar-event-texts.ts'
import * as texts from './texts.ts'

interface DayEntriesProps {
  label: string
  entries: readonly ActivityEntry[]
  /** The classes of the row with the “Show more” button. */
  moreClass: string
  children: (entry: ActivityEntry) => ReactNode
}

/** The entries of a day, each event once. A long run of one kind shows its first entries and a button for the rest. */
export function DayEntries({ label, entries, moreClass, children }: DayEntriesProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLUListElement>(null)
  return (
    <ul ref={list} aria-label={label}>
      {foldedRuns(withoutAcceptances(entries), opened).flatMap(({ shown, hidden }) => [
        ...shown.map(children),
        hidden.length > 0 ? (
          <li key={`before ${hidden.at(-1)}`} className={moreClass}>
            <Button
              size="sm"
              variant="quiet"
              icon={<ChevronDown />}
              className="-ml-2.5"
              onClick={() => revealRows(list.current, () => setOpened(new Set([...opened, ...hidden])))}
            >
              {fill(texts.showSimilarEvents, hidden.length, nounOf(shown[0]))}
            </Button>
          </li>
        ) : null,
      ])}
    </ul>
  )
}

function nounOf(entry: ActivityEntry | undefined): string {
  const event = entry?.metadata.event
  return (event && SIMILAR_EVENTS[event]) ?? similarEvents
}
