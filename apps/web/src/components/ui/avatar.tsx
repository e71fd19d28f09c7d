import { clsx } from 'clsx'

const TONES = [
  'bg-violet-soft text-violet',
  'bg-info-soft text-info',
  'bg-success-soft text-success',
  'bg-warning-soft text-warning',
]

const SIZES = {
  20: 'size-5 text-[9.5px]',
  24: 'size-6 text-[9.5px]',
  28: 'size-7 text-[11px]',
  44: 'size-11 text-md',
}

interface AvatarProps {
  name: string
  size?: keyof typeof SIZES
  /** For organizations. */
  square?: boolean
}

/** A person or organization as initials, always in the same color. */
export function Avatar({ name, size = 20, square = false }: AvatarProps) {
  const sum = [...name].reduce((total, char) => total + (char.codePointAt(0) ?? 0), 0)
  return (
    <span
      aria-hidden="true"
      title={name}
      className={clsx(
        'inline-grid flex-none place-items-center leading-none font-semibold tracking-wide',
        SIZES[size],
        square ? (size === 44 ? 'rounded-lg' : 'rounded-[5px]') : 'rounded-full',
        TONES[sum % TONES.length],
      )}
    >
      {initials(name)}
    </span>
  )
}

/** `Mara Lindqvist` → `ML`. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)].map((word) => firstOf(word ?? '', 1)) : [firstOf(name, 2)]
  return letters.join('').toUpperCase()
}

/** By code points, so that no surrogate pair is cut in half. */
function firstOf(text: string, count: number): string {
  return [...text].slice(0, count).join('')
}
