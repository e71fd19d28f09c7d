import { X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { fill } from '#lib/fill.ts'
import { formatBytes } from '#lib/format.ts'
import { discardPartialUpload, fingerprintOf, partialUploads } from '#lib/partial-uploads.ts'
import { isSentInParts, type Transfer } from '#lib/transfers.ts'
import * as texts from './texts.ts'

/**
 * Uploads that a reload or a closed tab interrupted. A page cannot open files again by itself, so it asks for them, and
 * recognizes them when they are chosen.
 */
export function UnfinishedUploads({ transfers }: { transfers: readonly Transfer[] }) {
  const [known, setKnown] = useState(() => partialUploads())
  if (known.length === 0) return null
  // Browsers ask the file system for the size and time of each file.
  const present = new Set(transfers.filter(isSentInParts).map(({ file }) => fingerprintOf(file)))
  const left = known.filter(({ fingerprint }) => !present.has(fingerprint))
  if (left.length === 0) return null

  async function discard(fingerprint: string) {
    await discardPartialUpload(fingerprint)
    setKnown(partialUploads())
  }

  return (
    <section
      aria-label={texts.unfinishedUploads}
      className="mx-6 mt-2.5 rounded-md bg-warning-soft px-4 py-2.5 text-sm phone:mx-4"
    >
      <h2 className="font-medium">{texts.unfinishedHelp}</h2>
      <ul className="mt-1 grid gap-0.5">
        {left.map(({ href, name, size, fingerprint }) => (
          <li key={href} className="flex items-center gap-2">
            <span className="min-w-0 truncate font-mono text-xs">{name}</span>
            <span className="flex-none text-xs text-ink-2">{formatBytes(size)}</span>
            <IconButton
              size="sm"
              label={fill(texts.discardTheUploadOf, name)}
              icon={<X aria-hidden="true" />}
              onClick={() => void discard(fingerprint)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
