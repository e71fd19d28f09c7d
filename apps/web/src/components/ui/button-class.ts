import { clsx } from 'clsx'

/** The style of a button. By default, bordered and of medium size. */
export interface ButtonStyle {
  /**
   * Use `primary` once per view, `text` for plain words beside or below what they act on, and `danger-fill` only inside
   * a confirmation dialog.
   */
  variant?: 'default' | 'primary' | 'quiet' | 'text' | 'danger' | 'danger-fill'
  size?: 'sm' | 'md' | 'lg'
  /** Square, for a single icon. */
  square?: boolean
}

/** Disabled buttons look lighter than enabled ones. Only filled buttons keep a fill. */
const OFF = {
  filled: 'aria-disabled:border-line aria-disabled:bg-hover disabled:border-line disabled:bg-hover',
  outlined: 'aria-disabled:border-line aria-disabled:bg-surface disabled:border-line disabled:bg-surface',
  quiet: 'aria-disabled:bg-transparent disabled:bg-transparent',
}

const VARIANTS = {
  default: ['border-line-strong bg-surface text-ink font-medium [&>svg]:text-ink-2 hover:bg-hover', OFF.outlined],
  primary: ['border-transparent bg-accent text-on-accent font-medium hover:bg-accent-hover', OFF.filled],
  quiet: ['border-transparent text-ink-2 hover:bg-hover hover:text-ink', OFF.quiet],
  text: ['border-transparent text-accent font-medium hover:bg-hover', OFF.quiet],
  danger: ['border-line-strong bg-surface text-danger font-medium hover:bg-danger-soft', OFF.outlined],
  'danger-fill': ['border-transparent bg-danger text-on-danger font-medium hover:opacity-90', OFF.filled],
}

const SIZES = {
  sm: ['h-7 touch:h-11', 'px-2.5', 'w-7 touch:w-11'],
  md: ['h-8 touch:h-11', 'px-3', 'w-8 touch:w-11'],
  lg: ['h-10 touch:h-11', 'px-[18px]', 'w-10 touch:w-11'],
} as const

/** Returns the classes of a button, for buttons and for links that look like one. */
export function buttonClass({ variant = 'default', size = 'md', square = false }: ButtonStyle = {}): string {
  const [height, padding, width] = SIZES[size]
  return clsx(
    'relative inline-flex flex-none select-none items-center justify-center gap-[7px] rounded-md border text-sm',
    'whitespace-nowrap transition-colors duration-[90ms] active:translate-y-px',
    'aria-disabled:pointer-events-auto aria-disabled:cursor-default',
    'aria-disabled:text-ink-3 aria-disabled:active:translate-y-0 aria-disabled:[&>svg]:text-ink-3',
    'disabled:text-ink-3 disabled:active:translate-y-0',
    'disabled:[&_svg]:opacity-50 aria-disabled:[&_svg]:opacity-50 aria-disabled:[&_kbd]:opacity-50',
    height,
    square ? [width, 'px-0'] : [padding, '[&>svg:first-child]:-ml-0.5'],
    VARIANTS[variant],
    variant === 'quiet' && !square && 'shows-pressed',
  )
}
