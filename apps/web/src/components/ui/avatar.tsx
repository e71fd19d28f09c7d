import { clsx } from 'clsx'
import { initials } from './initials.ts'

const TONES = [
  'bg-violet-soft text-violet',
  'bg-info-soft text-info',
  'bg-success-soft text-success',
  'bg-warning-soft text-warning',
]

const SIZES = {
  20: 'size-5 text-[0.59375rem]',
  24: 'size-6 text-[0.59375rem]',
  28: 'size-7 text-[0.6875rem]',
  44: 'size-11 text-md',
}

interface AvatarProps {
  name: string
  size?: keyof typeof SIZES
  /** Square instead of round, for organizations. */
  square?: boolean
}

/** The initials of a user or organization, on a color that depends on the name only. */
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
