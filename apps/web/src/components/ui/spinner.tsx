import { clsx } from 'clsx'

/** A six-paddle wheel that turns while work is running. */
export function Spinner({ turning = true, className }: { turning?: boolean; className?: string }) {
  return (
    <svg
      className={clsx('wheel size-4 flex-none', className)}
      data-turning={turning || undefined}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.1}
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="3.4" />
      <path d="M12 2.6v6M12 15.4v6M3.86 7.3l5.2 3M14.94 13.7l5.2 3M3.86 16.7l5.2-3M14.94 10.3l5.2-3" />
    </svg>
  )
}
