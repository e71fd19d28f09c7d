import type { DragEvent } from 'react'
import { filesOf, hasFiles } from '#lib/dropped-files.ts'
import { toast } from '#lib/toast.ts'
import { addTransfers, transferDone } from '#lib/transfers.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import * as texts from './texts.ts'

/** Returns handlers for an area where dropped files are uploaded and then added to a new job. */
export function useDropIntoJob() {
  const startJob = useStartJob()

  async function use(dropped: DataTransfer) {
    const files = await filesOf(dropped)
    if (files.length === 0) return
    const hrefs = await Promise.allSettled(addTransfers(files).map(transferDone))
    const data = hrefs.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    if (data.length > 0) startJob({ data })
    else toast.error(texts.uploadFailed)
  }

  return {
    onDragOver(event: DragEvent<HTMLElement>) {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      event.stopPropagation()
      event.currentTarget.dataset.over = ''
    },
    onDragLeave(event: DragEvent<HTMLElement>) {
      delete event.currentTarget.dataset.over
    },
    onDrop(event: DragEvent<HTMLElement>) {
      delete event.currentTarget.dataset.over
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      void use(event.dataTransfer)
    },
  }
}
