import { clsx } from 'clsx'

const TONES = [
  'bg-violet-soft text-violet',
  'bg-info-soft text-info',
  'bg-success-soft text-success',
  'bg-warning-soft text-warning',
]

/** A person as initials, always in the same colour. */
export function Avatar({ name, size = 20, square = false }: { name: string; size?: 20 | 24; square?: boolean }) {
  const sum = [...name].reduce((total, char) => total + (char.codePointAt(0) ?? 0), 0)
  return (
    <span
      aria-hidden="true"
      title={name}
      className={clsx(
        'inline-grid flex-none place-items-center text-[9.5px] leading-none font-semibold tracking-wide',
        size === 24 ? 'size-6' : 'size-5',
        square ? 'rounded-[5px]' : 'rounded-full',
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
  const letters = words.length > 1 ? [words[0], words.at(-1)].map((word) => word?.[0] ?? '') : [name.slice(0, 2)]
  return letters.join('').toUpperCase()
}
