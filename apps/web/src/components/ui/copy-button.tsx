import { clsx } from 'clsx'
import { Check, Copy, Link } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '#lib/copy-text.ts'
import { Button } from './button.tsx'
import type { ButtonStyle } from './button-class.ts'
import * as texts from './texts.ts'

/** Copies a string and briefly confirms it. */
export function CopyButton({
  text,
  label = 'Copy',
  words = false,
  isLink = false,
  variant = 'quiet',
  onCopied,
  className,
}: {
  text: string
  label?: string
  /** Shows the label: always, or only in a wide window. */
  words?: boolean | 'wide'
  isLink?: boolean
  variant?: ButtonStyle['variant']
  onCopied?: () => void
  className?: string
}) {
  const [copied, setCopied] = useState(false)
  async function copy() {
    if (!(await copyText(text))) return
    setCopied(true)
    onCopied?.()
    setTimeout(() => setCopied(false), 1600)
  }
  const Icon = copied ? Check : isLink ? Link : Copy
  return (
    <Button
      size="sm"
      variant={variant}
      square={!words}
      aria-label={copied ? texts.copied : label}
      title={label}
      icon={<Icon className="icon-sm" aria-hidden="true" />}
      onClick={() => void copy()}
      {...(className ? { className } : {})}
    >
      {words ? (
        <span className={clsx(words === 'wide' && 'max-xl:hidden')}>{copied ? texts.copied : label}</span>
      ) : null}
    </Button>
  )
}
