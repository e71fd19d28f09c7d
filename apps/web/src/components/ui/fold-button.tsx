import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { fill } from '#lib/fill.ts'
import { type Fold, toggleFold } from '#lib/fold-sweeps.ts'
import * as texts from './texts.ts'

interface FoldButtonProps {
  fold: Fold<unknown>
  /** What the row represents, such as "10 jobs". */
  count: string
}

/** On touch screens, the touch target is larger than the visible chip. */
const CHIP =
  'flex min-h-6 flex-none items-center gap-0.5 rounded-sm bg-tag pr-0.5 pl-1.5 text-xs text-ink-2 hover:text-ink touch:after:absolute touch:after:-inset-2.5'

/** Shows how many resources a row represents, and expands or collapses the row. */
export function FoldButton({ fold, count }: FoldButtonProps) {
  return (
    <button type="button" {...foldProps(fold, count)} className={clsx('relative', CHIP)}>
      {count}
      <Chevron isOpen={fold.isOpen} />
    </button>
  )
}

/** Expands or collapses a row on a phone. The class `beside-fold` gives the line beside the button the same height. */
export function PhoneFold({ fold, count }: FoldButtonProps) {
  return (
    <button type="button" {...foldProps(fold, count)} className={clsx('absolute right-4 bottom-2.5', CHIP)}>
      {count}
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
  return <ChevronDown className={clsx('icon-sm', isOpen && 'rotate-180')} />
}
