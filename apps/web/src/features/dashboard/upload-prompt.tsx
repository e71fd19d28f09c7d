import { useQuery } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { SectionHead } from '#components/ui/page-head.tsx'
import { infoQuery } from '#lib/entry-point.ts'
import { formatLimit } from '#lib/format.ts'
import { addTransfers } from '#lib/transfers.ts'
import type { WorkDataDocument } from './dashboard.queries.ts'
import { NewData } from './new-data.tsx'
import * as texts from './texts.ts'
import { useDropIntoJob } from './use-drop-into-job.ts'

/** An area to drop files, with the newest files below, for users who have run no job except the sample. */
export function UploadPrompt({ files }: { files: readonly WorkDataDocument[] }) {
  const picker = useRef<HTMLInputElement>(null)
  const drop = useDropIntoJob()
  const { data: info } = useQuery(infoQuery)
  const limit = info?.properties.FileLimitInBytes
  return (
    <section aria-labelledby="bring-data">
      <SectionHead id="bring-data" title={texts.bringYourOwnData} />
      <div
        {...drop}
        className="mt-1 grid min-h-36 justify-items-center gap-2.5 rounded-lg border border-dashed border-control p-6 text-center data-over:border-accent data-over:bg-accent-soft"
      >
        <p className="self-end text-ink-2 touch:hidden">{texts.dropFilesOrAFolderHere}</p>
        <Button icon={<Upload />} onClick={() => picker.current?.click()}>
          {texts.chooseFiles}
        </Button>
        <p className="self-start text-xs text-ink-3">
          {texts.fileTypes}
          {limit ? ` · Up to ${formatLimit(limit)} per file` : ''}
        </p>
        <input
          ref={(input) => {
            picker.current = input
            input?.addEventListener('change', takeFiles)
          }}
          type="file"
          multiple
          hidden
          aria-label={texts.filesToUpload}
        />
      </div>
      <NewData files={files} />
    </section>
  )
}

/**
 * Attached as a native listener, because React would not call its own if the user opens another page before selecting
 * files.
 */
function takeFiles({ currentTarget }: Event): void {
  const input = currentTarget as HTMLInputElement
  addTransfers(input.files ?? [])
  input.value = ''
}
