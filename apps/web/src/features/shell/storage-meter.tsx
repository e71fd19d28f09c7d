import { useQuery } from '@tanstack/react-query'
import { Meter } from '#components/ui/meter.tsx'
import { infoQuery } from '#lib/entry-point.ts'
import { formatBytes, formatBytesOf } from '#lib/format.ts'
import * as texts from './texts.ts'

/** Shows the used storage, with a meter if storage is limited. */
export function StorageMeter() {
  const { data } = useQuery(infoQuery)
  if (!data) return null
  const { UsedStorageInBytes: used, StorageLimitInBytes: limit } = data.properties
  return (
    <div className="px-2 pt-2.5 pb-3">
      <div className="flex justify-between text-xs">
        <span className="text-ink-2">{texts.storage}</span>
        <span className="text-ink-3">{limit === null ? formatBytes(used) : formatBytesOf(used, limit)}</span>
      </div>
      {limit === null ? null : <Meter parts={[{ name: 'used', value: used }]} max={limit} className="mt-1.5" />}
    </div>
  )
}
