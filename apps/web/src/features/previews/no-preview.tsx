import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button-class.ts'
import { FileTile, typeLabel } from '#components/ui/file-icon.tsx'
import { fill } from '#lib/fill.ts'
import { formatBytes } from '#lib/format.ts'
import type { PreviewedFile } from './previews.queries.ts'
import * as texts from './texts.ts'

/** Replaces the preview of a file that can't be shown: says what the file is and offers a download. */
export function NoPreview({ file, children }: { file: PreviewedFile; children?: ReactNode }) {
  return (
    <div className="grid min-h-72 flex-1 place-content-center justify-items-center gap-1 px-6 py-10 text-center">
      <FileTile mediaType={file.mediaType} size={32} />
      <h2 className="mt-2 text-lg font-semibold">{texts.noPreviewAvailable}</h2>
      <p className="max-w-md text-md text-ink-2 wrap-anywhere">
        {children ?? fill(texts.openElsewhere, typeLabel(file.mediaType), formatBytes(file.sizeInBytes))}
      </p>
      {file.links.Download ? (
        <a href={file.links.Download} download className={`mt-3 ${buttonClass({})}`}>
          <Download /> {texts.download}
        </a>
      ) : null}
    </div>
  )
}
