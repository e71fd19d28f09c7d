import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { fill } from '#lib/fill.ts'
import { type Fold, toggleFold } from '#lib/fold-sweeps.ts'
import * as texts from './texts.ts'

interface FoldButtonProps {
  fold: Fold<unknown>
  /** What the row stands for, such as "10 jobs". */
  count: string
}

/** Says how much a row stands for, and lists that one by one, or as one row again. */
export function FoldButton({ fold, count }: FoldButtonProps) {
  return (
    <button
      type="button"
      {...foldProps(fold, count)}
      className="flex min-h-6 flex-none items-center gap-0.5 rounded-sm bg-tag pr-0.5 pl-1.5 text-xs text-ink-2 hover:text-ink"
    >
      {count}
      <Chevron isOpen={fold.isOpen} />
    </button>
  )
}

/** The same beside the row of a phone, which says the number itself. */
export function PhoneFold({ fold, count }: FoldButtonProps) {
  return (
    <button
      type="button"
      {...foldProps(fold, count)}
      className="absolute right-0 bottom-0 grid size-11 place-items-center text-ink-3"
    >
      <Chevron isOpen={fold.isOpen} />
    </button>
  )
}

function foldProps({ isOpen, name, sweep }: Fold<unknown>, count: string) {
  return {
    'aria-expanded': isOpen,
    'aria-label': fill(texts.partOfSweep, count, name),
    onClick: () => toggleFold(sweep),
  }
}

function Chevron({ isOpen }: { isOpen: boolean }) {
  return <ChevronDown aria-hidden="true" className={clsx('icon-sm', isOpen && 'rotate-180')} />
}
