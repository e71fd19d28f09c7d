import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'

/** Copies a text and says so for a moment. */
export function CopyButton({
  text,
  label = 'Copy',
  words = false,
  className,
}: {
  text: string
  label?: string
  words?: boolean
  className?: string
}) {
  const [copied, setCopied] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 1600)
  }
  const Icon = copied ? Check : Copy
  return (
    <Button
      size="sm"
      variant="quiet"
      square={!words}
      aria-label={copied ? 'Copied' : label}
      title={label}
      icon={<Icon className="icon-sm" aria-hidden="true" />}
      onClick={() => void copy()}
      {...(className ? { className } : {})}
    >
      {words ? (copied ? 'Copied' : label) : null}
    </Button>
  )
}
