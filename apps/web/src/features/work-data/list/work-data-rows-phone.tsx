import { Link } from '@tanstack/react-router'
import { typeWord } from '#components/ui/file-icon.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { Time } from '#components/ui/time.tsx'
import { formatBytes } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { FileThumb } from './file-thumb.tsx'
import type { WorkDataRowsProps } from './work-data-table.tsx'

/** The list on a phone: two lines each. */
export function WorkDataRowsPhone({ items }: Pick<WorkDataRowsProps, 'items'>) {
  return (
    <ul className="sm:hidden" aria-label="Work data">
      {items.map((file) => {
        const { Name, MediaType, SizeInBytes, CreatedAt } = file.properties
        return (
          <li key={selfHref(file)} className="border-b border-line">
            <Link
              to="/workdata/explorer/$details"
              params={{ details: encodeLink(selfHref(file)) }}
              className="flex items-center gap-3 px-4 py-2.5"
            >
              <FileThumb file={file} />
              <span className="min-w-0 flex-1">
                <MiddleTruncate text={Name} className="text-md font-medium" />
                <span className="flex gap-3 text-xs text-ink-3">
                  <span className="flex-1 truncate">
                    {typeWord(MediaType)}, {formatBytes(SizeInBytes)}
                  </span>
                  <Time at={CreatedAt} />
                </span>
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
