import { clsx } from 'clsx'
import type { ReactNode } from 'react'

interface PageHeadProps {
  title: ReactNode
  lead?: ReactNode
  /** Shown after the title: state badge, counts. */
  facts?: ReactNode
  /** Shown at the right: quiet buttons, then one primary button. */
  actions?: ReactNode
  /** Shown in a second line: who, when, tags. */
  meta?: ReactNode
  /** Hides the title on a phone, where the header of the shell already shows it. */
  once?: boolean
  /** Shows the buttons on a phone even if the title is hidden. */
  keepVerbs?: boolean
}

/** Maximum length of a title that the header of a phone shows in full. Longer titles are repeated below the header. */
export const UNCUT_TITLE_MAX = 32

/** The title, facts and buttons of a page. Use once per page. */
export function PageHead({ title, lead, facts, actions, meta, once: mayBeOnce = false, keepVerbs }: PageHeadProps) {
  const once = mayBeOnce && !(typeof title === 'string' && title.length > UNCUT_TITLE_MAX)
  // Whether a phone hides the whole head visually. With `keepVerbs`, a head with buttons stays visible. Otherwise, the
  // buttons are removed, because the focus could reach them while they are invisible.
  const isLeftOut = once && !meta
  return (
    <header
      className={clsx(
        'flex-none px-6 pt-4 pb-3',
        'phone:flex phone:flex-wrap phone:items-center phone:gap-x-3 phone:gap-y-2 phone:px-4',
        isLeftOut && (keepVerbs ? 'phone:not-has-[button]:sr-only' : 'phone:sr-only'),
      )}
    >
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2 phone:contents">
        <div className={clsx('flex min-w-0 flex-1 basis-60 items-center gap-3', once && 'phone:contents')}>
          {lead}
          <h1 className={clsx('-me-1 min-w-0 truncate pe-1 text-xl font-semibold', once && 'phone:sr-only')}>
            {title}
          </h1>
          {facts ? (
            <div data-page-facts className="flex flex-none items-center gap-3 text-ink-3">
              {facts}
            </div>
          ) : null}
        </div>
        {actions ? (
          <div
            data-page-verbs
            className={clsx(
              'ml-auto flex flex-wrap items-center justify-end gap-3 phone:has-[>[data-fill]]:order-last phone:has-[>[data-fill]]:w-full',
              isLeftOut && !keepVerbs && 'phone:hidden',
            )}
          >
            {actions}
          </div>
        ) : null}
      </div>
      {meta ? (
        <div className="mt-1.5 flex flex-wrap items-center gap-x-3.5 gap-y-1.5 text-xs text-ink-2 phone:mt-0 phone:w-full">
          {meta}
        </div>
      ) : null}
    </header>
  )
}

/** The heading of a section, with a muted count and a link at the right. */
export function SectionHead({
  title,
  count,
  children,
  id,
}: {
  title: string
  count?: ReactNode
  children?: ReactNode
  id?: string
}) {
  return (
    <div className="flex items-baseline gap-2 pb-1">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {count === undefined ? null : <span className="text-ink-3">{count}</span>}
      {children ? <div className="ml-auto text-accent [&_a]:rounded-sm [&_a]:hover:underline">{children}</div> : null}
    </div>
  )
}
