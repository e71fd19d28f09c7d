import { Dialog as Base } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { KeyLayer } from '#lib/key-layer.tsx'
import { touch } from '#lib/touch.ts'
import { Button } from './button.tsx'
import * as texts from './texts.ts'

/**
 * Returns the search field, for the initial focus. Undefined if the sheet was opened by touch, because the keyboard
 * would cover half of it.
 */
function firstSearch(openedBy: string, panel: HTMLElement | null): HTMLElement | null | undefined {
  return openedBy === 'touch' ? undefined : panel?.querySelector<HTMLElement>('input[type=search]')
}

interface SheetProps {
  open: boolean
  onClose: () => void
  /** Two lines of the title are shown. The tooltip has the full title. */
  title: string
  lead?: ReactNode
  tools?: ReactNode
  foot?: ReactNode
  /** 720 px for the start panel, 400 px for lists. */
  width?: 'wide' | 'narrow'
  /** The content is loading. Its search field receives focus once it is loaded. */
  isPending?: boolean
  children: ReactNode
}

/** A panel of full height at the right edge of the page. On a phone, it covers the screen. */
export function Sheet({
  open,
  onClose,
  title,
  lead,
  tools,
  foot,
  width = 'wide',
  isPending = false,
  children,
}: SheetProps) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const openedBy = touch.matches ? 'touch' : 'mouse'
    if (!isPending && document.activeElement === panel.current) firstSearch(openedBy, panel.current)?.focus()
  }, [isPending])
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop fixed inset-0 z-30 bg-scrim" />
        <Base.Popup
          ref={panel}
          initialFocus={(by) => firstSearch(by, panel.current) ?? panel.current}
          className={clsx(
            'sheet-popup fixed top-(--banner) right-0 bottom-0 z-30 flex w-full flex-col bg-raised shadow-pop outline-none short:overflow-y-auto',
            width === 'wide' ? 'sm:w-[min(720px,100vw)]' : 'sm:w-[min(400px,100vw)]',
          )}
        >
          <KeyLayer>
            <header className="flex min-h-14 flex-none items-center gap-2 border-b border-line py-1.5 pr-3 pl-6 phone:pl-4">
              {lead ? <span className="mr-1 flex">{lead}</span> : null}
              <Base.Title
                title={title}
                className="my-1.5 line-clamp-2 min-w-0 flex-1 text-lg leading-6 font-semibold wrap-anywhere"
              >
                {title}
              </Base.Title>
              {tools}
              <Base.Close render={<Button variant="quiet" square aria-label={texts.close} icon={<X />} />} />
            </header>
            <div
              className={clsx(
                'scroll-thin scroll-fade-top min-h-0 flex-1 short:flex-none short:overflow-visible',
                // A loading placeholder must not be scrollable, because scrollable elements are tab stops.
                isPending ? 'overflow-hidden' : 'overflow-y-auto',
              )}
            >
              {children}
            </div>
            {foot ? (
              <footer className="relative flex-none border-t border-line px-6 py-3.5 before:pointer-events-none before:absolute before:inset-x-0 before:bottom-[calc(100%+1px)] before:h-6 before:bg-linear-to-t before:from-raised before:to-transparent phone:px-4">
                {foot}
              </footer>
            ) : null}
          </KeyLayer>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
