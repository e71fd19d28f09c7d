import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

export interface InputProps extends Omit<ComponentProps<'input'>, 'size' | 'prefix'> {
  inputSize?: 'sm' | 'md' | 'lg'
  lead?: ReactNode
  /** Shown inside the right edge: a unit, a key cap or a button. */
  tail?: ReactNode
}

const HEIGHTS = { sm: 'h-7 px-2.5', md: 'h-8 px-2.5', lg: 'h-10 px-2.5 text-md' }

/** A one-line text field. The frame shows focus and errors; the field inside is a plain input. */
export function Input({ inputSize = 'md', lead, tail, className, ...rest }: InputProps) {
  return (
    <span className={clsx(fieldFrame, HEIGHTS[inputSize], 'touch:h-11', className)}>
      {lead ? <span className="text-ink-3 [&>svg]:block">{lead}</span> : null}
      <input {...rest} className="peer h-full w-full min-w-0 flex-1 bg-transparent text-ellipsis outline-none" />
      {tail ? <span className="flex-none text-xs text-ink-3">{tail}</span> : null}
    </span>
  )
}

/** The border, background, focus and error styles of all text fields. */
export const fieldFrame = clsx(
  'flex w-full items-center gap-2 rounded-md border border-control bg-surface text-ink',
  'focus-within:border-accent focus-within:ring-1 focus-within:ring-accent',
  'has-[[aria-invalid=true]]:border-danger has-[[aria-invalid=true]]:ring-1 has-[[aria-invalid=true]]:ring-danger',
  'has-disabled:bg-hover has-disabled:text-ink-3',
)

/** A text field of several lines. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <span className={clsx(fieldFrame, className)}>
      <textarea {...rest} className="min-h-20 w-full resize-y bg-transparent px-2.5 py-1.5 outline-none" />
    </span>
  )
}
