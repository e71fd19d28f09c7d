import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { fill } from '#lib/fill.ts'
import { type Fold, jobsIn } from './fold-sweeps.ts'
import * as texts from './texts.ts'

interface FoldButtonProps {
  fold: Fold
  /** Folds or unfolds the jobs of a sweep. */
  onFold: (sweep: string) => void
}

/** Says how many jobs a row stands for, and lists them one by one, or as one row again. */
export function FoldButton({ fold, onFold }: FoldButtonProps) {
  return (
    <button
      type="button"
      {...foldProps(fold)}
      onClick={() => onFold(fold.sweep)}
      className="flex min-h-6 flex-none items-center gap-0.5 rounded-sm bg-tag pr-0.5 pl-1.5 text-xs text-ink-2 hover:text-ink"
    >
      {jobsIn(fold)}
      <Chevron isOpen={fold.isOpen} />
    </button>
  )
}

/** The same beside the row of a phone, which says the number itself. */
export function PhoneFold({ fold, onFold }: FoldButtonProps) {
  return (
    <button
      type="button"
      {...foldProps(fold)}
      onClick={() => onFold(fold.sweep)}
      className="absolute right-0 bottom-0 grid size-11 place-items-center text-ink-3"
    >
      <Chevron isOpen={fold.isOpen} />
    </button>
  )
}

function foldProps(fold: Fold) {
  return { 'aria-expanded': fold.isOpen, 'aria-label': fill(texts.jobsOf, jobsIn(fold), fold.name) }
}

function Chevron({ isOpen }: { isOpen: boolean }) {
  return <ChevronDown aria-hidden="true" className={clsx('icon-sm', isOpen && 'rotate-180')} />
}
