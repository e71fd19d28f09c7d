import { clsx } from 'clsx'

/** The icon for failures. It is the only filled icon of the app, so that failures stand out in a column. */
export function FailedIcon({ className = 'size-4' }: { className?: string }) {
  return (
    <svg className={clsx('flex-none', className)} viewBox="0 0 24 24" aria-hidden="true" strokeLinecap="round">
      <path fill="currentColor" d="M7.6 1.8h8.8l5.8 5.8v8.8l-5.8 5.8H7.6l-5.8-5.8V7.6z" />
      <path d="m9 9 6 6m0-6-6 6" className="stroke-surface" strokeWidth={2.4} />
    </svg>
  )
}
