import { titleOfFile } from '@millrace/workflows/file-title'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Time } from '#components/ui/time.tsx'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { useValue, type Value } from '#lib/value.ts'
import { LastRun } from './last-run.tsx'
import * as texts from './texts.ts'
import { WorkflowFacts } from './workflow-facts.tsx'
import { WorkflowMenu } from './workflow-menu.tsx'
import { WorkflowPicture } from './workflow-picture.tsx'
import { WorkflowStart } from './workflow-start.tsx'

interface WorkflowCardsProps {
  items: readonly WorkDataDocument[]
  cursor: Value<string | undefined>
  onTag: (tag: string) => void
  onStart: ((file: WorkDataDocument) => void) | undefined
}

export function WorkflowCards({ items, cursor, onTag, onStart }: WorkflowCardsProps) {
  const active = useValue(cursor)
  return (
    <ul
      aria-label={texts.workflows}
      className="grid grid-cols-[repeat(auto-fill,minmax(300px,1fr))] gap-4 p-6 phone:p-4"
    >
      {items.map((file) => {
        const href = selfHref(file)
        return (
          <li
            key={href}
            data-active={active === href || undefined}
            className={clsx(
              'relative min-w-0 overflow-hidden rounded-lg border bg-surface focus-within:border-line-strong hover:border-control',
              active === href ? 'border-accent' : 'border-line',
            )}
          >
            <WorkflowPicture file={file} />
            <div className="grid grid-cols-[minmax(0,1fr)] gap-2 px-3.5 pt-2.5 pb-3">
              <span className="flex min-h-7 items-center gap-1">
                <Link
                  to="/workflows/configurator"
                  search={{ workflowLink: encodeLink(href) }}
                  className="min-w-0 flex-1 truncate font-medium after:absolute after:inset-0 after:rounded-lg"
                >
                  {titleOfFile(file.properties.Name)}
                </Link>
                <span className="relative z-10 flex">
                  <WorkflowMenu file={file} />
                  <WorkflowStart file={file} onStart={onStart} />
                </span>
              </span>
              <span className="relative z-10 flex items-center justify-between gap-3">
                <WorkflowFacts file={file} onTag={onTag} />
                <span className="flex-none text-xs text-ink-3">
                  {texts.edited}
                  <Time at={file.properties.CreatedAt} />
                </span>
              </span>
              <span className="relative z-10 flex text-xs">
                <LastRun file={file} withCause />
              </span>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
