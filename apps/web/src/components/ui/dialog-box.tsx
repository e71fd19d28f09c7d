import { Dialog as Base } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { KeyLayer } from '#lib/key-layer.tsx'

export interface DialogProps {
  open: boolean
  onClose: () => void
  /** Often a question such as "Delete 3 jobs?". */
  title: string
  /** 560 px wide instead of 440, for forms. */
  wide?: boolean
  /** The primary button is last. */
  actions?: ReactNode
  children?: ReactNode
}

/** The content of `Dialog`, loaded on demand. */
export function DialogBox({ open, onClose, title, wide = false, actions, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop fixed inset-0 z-40 bg-scrim" />
        <Base.Viewport className="fixed inset-0 z-40 grid place-items-center overflow-y-auto p-4">
          <Base.Popup
            className={clsx(
              'dialog-popup grid w-full grid-cols-1 gap-3 rounded-xl bg-raised px-6 py-5 shadow-pop outline-none',
              wide ? 'max-w-[560px]' : 'max-w-[440px]',
            )}
          >
            <KeyLayer>
              <Base.Title className="text-lg font-semibold wrap-anywhere">{title}</Base.Title>
              <div className="text-md text-ink-2 wrap-anywhere">{children}</div>
              {actions ? <div className="mt-2 flex flex-wrap justify-end gap-2">{actions}</div> : null}
            </KeyLayer>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
