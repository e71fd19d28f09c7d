import { X } from 'lucide-react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { fill } from '#lib/fill.ts'
import { formatBytes } from '#lib/format.ts'
import { discardUpload, fingerprintOf, isContinued, usePartialUploads } from '#lib/partial-uploads.ts'
import { isOpen, isSentInParts, type Transfer } from '#lib/transfers.ts'
import * as texts from './texts.ts'

/**
 * Uploads that a reload or a closed tab interrupted. A page cannot open files again by itself, so it asks for them, and
 * recognizes them when they are chosen.
 */
export function UnfinishedUploads({ transfers }: { transfers: readonly Transfer[] }) {
  const known = usePartialUploads()
  if (known.length === 0) return null
  // Browsers ask the file system for the size and time of each file.
  const coming = transfers.filter((transfer) => isOpen(transfer) && isSentInParts(transfer))
  const present = new Set(coming.map(({ file }) => fingerprintOf(file)))
  const left = known.filter(({ href, fingerprint }) => !present.has(fingerprint) && !isContinued(href))
  if (left.length === 0) return null

  return (
    <section
      aria-label={texts.unfinishedUploads}
      className="mx-6 mt-2.5 rounded-md bg-warning-soft px-4 py-2.5 text-sm phone:mx-4"
    >
      <h2 className="font-medium">{texts.unfinishedHelp}</h2>
      <ul className="mt-1 grid gap-0.5">
        {left.map(({ href, name, size }) => (
          <li key={href} className="flex items-center gap-2">
            <span className="min-w-0 truncate font-mono text-xs">{name}</span>
            <span className="flex-none text-xs text-ink-2">{formatBytes(size)}</span>
            <IconButton
              size="sm"
              label={fill(texts.discardTheUploadOf, name)}
              icon={<X aria-hidden="true" />}
              onClick={() => void discardUpload(href)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
