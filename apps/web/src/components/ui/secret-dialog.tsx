import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import * as texts from './texts.ts'

interface SecretDialogProps {
  title: string
  wide?: boolean
  /** Shown at the bottom until the secret is copied or saved, such as "Not copied yet". */
  reminder: string
  /** Shown if the user closes the dialog before the secret is copied or saved. */
  warning: string
  leave: string
  onClose: () => void
  /** Receives a function to call once the user has copied or saved the secret. */
  children: (onKept: () => void) => ReactNode
}

/** Shows a secret only once. Closing the dialog before the secret is copied or saved takes a second step. */
export function SecretDialog({ title, wide = false, reminder, warning, leave, onClose, children }: SecretDialogProps) {
  const [kept, setKept] = useState(false)
  const [asking, setAsking] = useState(false)
  const close = () => (kept ? onClose() : setAsking(true))
  return (
    <Dialog open onClose={close} title={title} wide={wide}>
      {children(() => {
        setKept(true)
        setAsking(false)
      })}
      <div className="mt-5 flex min-h-8 flex-wrap items-center gap-3 text-sm">
        <span role={asking ? 'alert' : undefined} className="flex min-w-0 flex-1 items-center gap-1.5 text-xs">
          {kept ? null : (
            <span className="flex items-center gap-1.5 font-medium text-warning">
              <TriangleAlert className="icon-sm flex-none" />
              {asking ? warning : reminder}
            </span>
          )}
        </span>
        {/* “Keep open” replaces “Close” at the same position, so that a double click doesn’t lose the secret. */}
        {asking && !kept ? (
          <>
            <Button variant="danger" onClick={onClose}>
              {leave}
            </Button>
            <Button onClick={() => setAsking(false)}>{texts.keepOpen}</Button>
          </>
        ) : (
          <Button onClick={close}>{texts.close}</Button>
        )}
      </div>
    </Dialog>
  )
}
