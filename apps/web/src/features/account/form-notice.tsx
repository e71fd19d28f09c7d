import { clsx } from 'clsx'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { FailedIcon } from '#components/ui/failed-icon.tsx'

/** An error, a success message or a hint, usually above a form. */
export function FormNotice({ tone, children }: { tone: 'error' | 'success' | 'hint'; children: ReactNode }) {
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={clsx(
        'flex items-start gap-2 rounded-md px-3 py-2 text-ink wrap-anywhere',
        tone === 'error' && 'bg-danger-soft',
        tone === 'success' && 'bg-success-soft',
        tone === 'hint' && 'bg-info-soft',
      )}
    >
      {tone === 'error' ? <FailedIcon className="mt-0.5 size-4 text-danger" /> : null}
      {tone === 'success' ? <CircleCheck className="mt-0.5 text-success" /> : null}
      <span className="min-w-0 flex-1">{children}</span>
    </div>
  )
}
