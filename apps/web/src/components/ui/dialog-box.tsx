import { Dialog as Base } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
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

/** For each open dialog, the elements that can receive the focus when it closes, the latest first. */
const openers = new WeakMap<Element, readonly HTMLElement[]>()

/** Returns the focused element, preceding those of the dialog that contains it, which the new dialog may replace. */
function findOpeners(): readonly HTMLElement[] {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return []
  const dialog = focused.closest('.dialog-popup')
  return [focused, ...((dialog && openers.get(dialog)) ?? [])]
}

/** The content of `Dialog`, loaded on demand. */
export function DialogBox({ open, onClose, title, wide = false, actions, children }: DialogProps) {
  // Read before a field with `autoFocus` receives the focus, which Base UI would otherwise try to return to that field.
  const [returnTo] = useState(findOpeners)
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop fixed inset-0 z-40 bg-scrim" />
        <Base.Viewport className="fixed inset-0 z-40 grid place-items-center overflow-y-auto p-4">
          <Base.Popup
            ref={(popup) => {
              if (popup) openers.set(popup, returnTo)
            }}
            finalFocus={() => returnTo.find((element) => element.isConnected) ?? true}
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
