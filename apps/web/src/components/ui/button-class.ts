import { clsx } from 'clsx'

export interface ButtonLook {
  /** One primary per view. `danger-fill` only inside the dialog that confirms. */
  variant?: 'default' | 'primary' | 'quiet' | 'danger' | 'danger-fill'
  size?: 'sm' | 'md' | 'lg'
  /** Square, for a single icon. */
  square?: boolean
}

const VARIANTS = {
  default: 'border-line-strong bg-surface text-ink font-medium [&>svg]:text-ink-2 hover:bg-hover',
  primary: 'border-transparent bg-accent text-on-accent font-medium hover:bg-accent-hover',
  quiet: 'border-transparent text-ink-2 hover:bg-hover hover:text-ink',
  danger: 'border-line-strong bg-surface text-danger font-medium hover:bg-danger-soft',
  'danger-fill': 'border-transparent bg-danger text-on-danger font-medium hover:opacity-90',
}

const SIZES = {
  sm: ['h-7 touch:h-11', 'px-2.5', 'w-7 touch:w-11'],
  md: ['h-8 touch:h-11', 'px-3', 'w-8 touch:w-11'],
  lg: ['h-10 touch:h-11', 'px-[18px]', 'w-10 touch:w-11'],
} as const

/** The look of a button, for buttons and links alike. */
export function buttonClass({ variant = 'default', size = 'md', square = false }: ButtonLook = {}): string {
  const [height, padding, width] = SIZES[size]
  return clsx(
    'relative inline-flex flex-none select-none items-center justify-center gap-[7px] rounded-md border text-sm',
    'whitespace-nowrap transition-colors duration-[90ms] active:translate-y-px',
    'aria-disabled:pointer-events-auto aria-disabled:cursor-default aria-disabled:border-line aria-disabled:bg-hover',
    'aria-disabled:text-ink-3 aria-disabled:active:translate-y-0 aria-disabled:[&>svg]:text-ink-3',
    'disabled:border-line disabled:bg-hover disabled:text-ink-3 disabled:active:translate-y-0',
    height,
    square ? [width, 'px-0'] : [padding, '[&>svg:first-child]:-ml-0.5'],
    VARIANTS[variant],
  )
}
