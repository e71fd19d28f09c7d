import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { fill } from '#lib/fill.ts'
import { useKeys } from '#lib/keys.ts'
import { IconButton } from './icon-button.tsx'
import * as texts from './texts.ts'

interface PeekPanelProps {
  name: string
  head: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A preview of the row under the cursor, beside the list. Escape closes it. */
export function PeekPanel({ name, head, onClose, children }: PeekPanelProps) {
  useKeys({ escape: onClose })
  return (
    <aside
      aria-label={fill(texts.peekAt, name)}
      className="scroll-thin absolute inset-y-0 right-0 z-20 flex w-80 flex-none flex-col gap-[18px] overflow-y-auto border-t border-l border-line bg-surface px-5 py-4 shadow-pop max-lg:hidden min-[1440px]:static min-[1440px]:shadow-none"
    >
      <div className="-mb-2 flex items-center gap-2">
        <span className="min-w-0 flex-1">{head}</span>
        <IconButton size="sm" label={texts.close} icon={<X />} onClick={onClose} />
      </div>
      {children}
    </aside>
  )
}
