import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { FailedIcon } from '#components/ui/failed-icon.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { AuthHeading } from './auth-heading.tsx'

interface LinkCheckProps {
  state: 'checking' | 'done' | 'failed'
  title: string
  text?: ReactNode
  children?: ReactNode
}

/**
 * Shows the state of a check, such as that of an emailed link: a spinner, then success or the reason for the failure,
 * and what to do next.
 */
export function LinkCheck({ state, title, text, children }: LinkCheckProps) {
  if (state === 'checking') {
    return (
      <p role="status" className="flex items-center gap-2.5 text-md text-ink-2">
        <Spinner className="text-accent" />
        {title}
      </p>
    )
  }
  return (
    <>
      <span className={state === 'done' ? 'text-success' : 'text-danger'}>
        {state === 'done' ? <CircleCheck className="size-7!" /> : <FailedIcon className="size-7" />}
      </span>
      <div className="mt-3" role={state === 'done' ? 'status' : 'alert'}>
        <AuthHeading title={title}>{text}</AuthHeading>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </>
  )
}

/**
 * Runs a function once when the page opens. Links can be used only once, so a second run would report an error after
 * the success of the first.
 */
export function useOnce(run: () => void): void {
  const ran = useRef(false)
  useEffect(() => {
    if (ran.current) return
    ran.current = true
    run()
  }, [run])
}
