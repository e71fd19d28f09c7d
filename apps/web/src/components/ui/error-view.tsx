import { clsx } from 'clsx'
import { RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ApiProblem } from '#lib/api.ts'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { EmptyState } from './empty-state.tsx'
import { FailedIcon } from './failed-icon.tsx'
import * as texts from './texts.ts'

interface ErrorViewProps {
  /** What failed: "Jobs could not be loaded". */
  title: string
  error: Error
  onRetry?: (() => void) | undefined
  /** Whether the column is narrow, so the request ID is cut off. The copy button and the details have all of it. */
  isNarrow?: boolean
  /** Other options, shown beside “Try again”. */
  children?: ReactNode
}

/** An error inside a panel: what happened, what to do, and technical details on demand. */
export function ErrorView({ title, error, onRetry, isNarrow = false, children }: ErrorViewProps) {
  return (
    <div role="alert" className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-1 px-6 py-5 phone:px-4">
      <p className="flex items-start gap-2 font-medium">
        <span className="mt-0.5 text-danger">
          <FailedIcon />
        </span>
        {title}
      </p>
      <p className="pl-6 text-pretty text-ink-2 wrap-anywhere">{error.message}</p>
      <RequestId
        error={error}
        className={isNarrow ? 'pl-6 flex-nowrap! [&_code]:truncate' : 'pl-6 phone:items-start'}
      />
      <div className="mt-1.5 flex flex-wrap gap-2 pl-6">
        {onRetry ? (
          <Button size="sm" onClick={onRetry} icon={<RotateCw className="icon-sm" />}>
            {texts.tryAgain}
          </Button>
        ) : null}
        {children}
        <ErrorDetails error={error} {...(isNarrow && { className: '-ml-2.5' })} />
      </div>
    </div>
  )
}

/** An error instead of a list or a page. `level` is 1 if the page has no other title. */
export function PageError({ title, error, onRetry, children, level = 2 }: ErrorViewProps & { level?: 1 | 2 }) {
  return (
    <div role="alert" className="contents">
      <EmptyState
        mark={<FailedIcon className="size-6 text-danger" />}
        level={level}
        title={title}
        action={
          <>
            {onRetry ? (
              <Button
                // A page with a title has its own primary button.
                variant={level === 1 ? 'primary' : 'default'}
                onClick={onRetry}
                icon={<RotateCw />}
              >
                {texts.tryAgain}
              </Button>
            ) : null}
            {children}
            <span className="hidden basis-full phone:block" />
            <ErrorDetails error={error} size="md" />
          </>
        }
      >
        {error.message}
        <RequestId error={error} className="mt-3 justify-center" />
      </EmptyState>
    </div>
  )
}

function RequestId({ error, className }: { error: Error; className: string }) {
  if (!(error instanceof ApiProblem) || error.status < 500 || !error.requestId) return null
  return (
    <span className={clsx('flex flex-wrap items-center gap-x-1.5 text-xs text-ink-2 phone:flex-col', className)}>
      <span className="flex-none">{texts.requestId}</span>
      <span className="flex min-w-0 items-center sm:gap-x-1.5">
        <code className="mono-sm min-w-0 wrap-anywhere">{error.requestId}</code>
        <span className="flex-none touch:-mx-2.5 touch:-my-3">
          <CopyButton text={error.requestId} label={texts.copyRequestId} />
        </span>
      </span>
    </span>
  )
}

interface ErrorDetailsProps {
  error: Error
  size?: 'sm' | 'md'
  className?: string
}

/** The “Show error” toggle, which shows status, title, detail and request ID. */
export function ErrorDetails({ error, size = 'sm', className }: ErrorDetailsProps) {
  const [shown, setShown] = useState(false)
  const text = factsOf(error)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  return (
    <>
      <Button
        size={size}
        variant="quiet"
        {...(className && { className })}
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? texts.hideError : texts.showError}
      </Button>
      {shown ? (
        <div className="relative w-full basis-full rounded-md bg-sunken p-3 text-left">
          <pre className="mono-sm leading-5 whitespace-pre-wrap text-ink-2 wrap-anywhere">{text}</pre>
          <span className="absolute top-1.5 right-1.5">
            <CopyButton text={text} label={texts.copyError} />
          </span>
        </div>
      ) : null}
    </>
  )
}

function factsOf(error: Error): [string, string][] {
  if (!(error instanceof ApiProblem)) return [['Error', error.message]]
  const facts: [string, string | undefined][] = [
    ['Status', error.status === 0 ? undefined : `${error.status} ${error.statusText}`],
    ['Title', error.title],
    ['Detail', error.detail],
    ['Request', error.requestId],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined)
}
