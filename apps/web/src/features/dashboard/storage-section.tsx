import { useQuery } from '@tanstack/react-query'
import { Meter } from '#components/ui/meter.tsx'
import { SectionHead } from '#components/ui/page-head.tsx'
import { infoQuery } from '#lib/entry-point.ts'
import { fill } from '#lib/fill.ts'
import { formatBytes, formatBytesOf, formatLimit } from '#lib/format.ts'
import * as texts from './texts.ts'

/** Used storage and its limit, unless the sidebar shows it. */
export function StorageSection() {
  const { data } = useQuery(infoQuery)
  if (!data) return null
  const { UsedStorageInBytes: used, StorageLimitInBytes: limit, FileLimitInBytes: perFile } = data.properties
  return (
    <section aria-labelledby="storage" className="lg:[body:has([data-storage])_&]:hidden">
      <SectionHead
        id="storage"
        title={texts.storage}
        count={limit === null ? formatBytes(used) : formatBytesOf(used, limit)}
      />
      {limit === null ? null : <Meter parts={[{ name: 'used', value: used }]} max={limit} className="h-1.5!" />}
      <p className="mt-2 text-xs text-ink-3">
        {limit === null ? texts.noLimit : fill(texts.free, formatBytes(Math.max(0, limit - used)))}
        {perFile === null ? '' : ` · Up to ${formatLimit(perFile)} per file`}
      </p>
    </section>
  )
}
