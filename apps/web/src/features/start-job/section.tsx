import { clsx } from 'clsx'
import { ArrowLeft, CircleCheck, CircleDashed } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FailedIcon } from '#components/ui/failed-icon.tsx'
import { fill } from '#lib/fill.ts'
import { touch } from '#lib/touch.ts'
import * as texts from './texts.ts'

interface SectionProps {
  title: string
  /** The selection, shown in place of the closed section and beside the title of the open one. */
  summary: ReactNode
  state: 'done' | 'open' | 'wrong'
  isOpen: boolean
  /** Undefined while there is nothing to open. */
  onOpen?: () => void
  /**
   * The number of the section, shown on phones, where each section is a page. `onBack` returns to the previous page.
   */
  page: number
  onBack?: () => void
  tools?: ReactNode
  children: ReactNode
}

/** One of the three sections of the panel. Only one section is open. The others are single lines, which phones hide. */
export function Section({ title, summary, state, isOpen, onOpen, page, onBack, tools, children }: SectionProps) {
  const id = useId()
  const part = useFocusWhenLost(isOpen)
  if (!isOpen) {
    return (
      <div className="flex h-11 flex-none items-center gap-2.5 border-b border-line pr-[13px] pl-6 phone:hidden">
        <StateMark state={state} />
        <span className="font-medium">{title}</span>
        <span dir="auto" className="min-w-0 flex-1 truncate text-left text-ink-2">
          {summary}
        </span>
        {onOpen ? (
          <Button size="sm" variant="text" onClick={onOpen}>
            {state === 'done' ? texts.change : texts.choose}
            <span className="sr-only"> {title.toLowerCase()}</span>
          </Button>
        ) : null}
      </div>
    )
  }
  return (
    <section
      ref={part}
      tabIndex={-1}
      aria-labelledby={id}
      className="flex-none border-b border-line pb-6 outline-none last:border-b-0 phone:border-b-0"
    >
      <div className="flex min-h-13 flex-wrap items-center gap-2.5 px-6 pt-2 phone:px-4">
        {onBack ? (
          <span className="-ml-3 sm:hidden">
            <Button
              variant="quiet"
              square
              aria-label={texts.back}
              icon={<ArrowLeft aria-hidden="true" />}
              onClick={onBack}
            />
          </span>
        ) : null}
        <span className="phone:hidden">
          <StateMark state={state} />
        </span>
        <h2 id={id} className="font-medium phone:text-lg phone:font-semibold">
          {title}
        </h2>
        <span className="text-ink-3 sm:hidden">{fill(texts.pageOf3, page)}</span>
        <span dir="auto" className="min-w-0 flex-1 truncate text-left text-ink-2 phone:hidden">
          {summary}
        </span>
        <div className="flex items-center gap-2.5 empty:hidden phone:-ml-2.5 phone:w-[calc(100%+0.625rem)] phone:justify-between">
          {tools}
        </div>
      </div>
      <div className="px-6 pt-1 phone:px-4 phone:pt-3">{children}</div>
    </section>
  )
}

/**
 * Returns a ref for a section. If the focus is lost when the section opens, because the focused button was removed with
 * the previous section, moves it to the search field of the section. Without a search field, and on touchscreens, the
 * section itself gets the focus.
 */
function useFocusWhenLost(isOpen: boolean) {
  const part = useRef<HTMLElement>(null)
  useEffect(() => {
    const isLost = document.activeElement?.matches('body, [role=dialog]') ?? true
    if (!isOpen || !isLost) return
    const search = touch.matches ? null : part.current?.querySelector('input[type=search]')
    ;(search instanceof HTMLElement ? search : part.current)?.focus({ preventScroll: true })
  }, [isOpen])
  return part
}

function StateMark({ state }: { state: SectionProps['state'] }) {
  if (state === 'wrong') {
    return (
      <span className="text-danger">
        <FailedIcon />
      </span>
    )
  }
  const Icon = state === 'done' ? CircleCheck : CircleDashed
  return <Icon aria-hidden="true" className={clsx(state === 'done' ? 'text-success' : 'text-ink-3')} />
}
