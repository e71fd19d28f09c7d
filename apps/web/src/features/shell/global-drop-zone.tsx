import { useEffect, useState } from 'react'
import { filesOf, hasFiles, pastedFiles } from '#lib/dropped-files.ts'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { toast } from '#lib/toast.ts'
import { addTransfers } from '#lib/transfers.ts'
import * as texts from './texts.ts'

/**
 * Uploads files that are dropped or pasted anywhere in the app. Draws a frame while files are dragged over the window.
 */
export function GlobalDropZone() {
  const over = useDroppedFiles()
  if (!over) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid place-items-end justify-items-center border-2 border-accent bg-accent/5 p-8">
      <p className="rounded-lg bg-accent px-4 py-2.5 font-medium text-on-accent shadow-pop">
        {texts.dropToUploadToWorkData}
      </p>
    </div>
  )
}

function useDroppedFiles(): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    let depth = 0
    const listeners = new AbortController()
    const on = <K extends keyof WindowEventMap>(name: K, run: (event: WindowEventMap[K]) => void) =>
      window.addEventListener(name, run, { signal: listeners.signal })

    const count = (event: DragEvent, step: 1 | -1) => {
      if (!hasFiles(event.dataTransfer)) return
      depth = Math.max(0, depth + step)
      setOver(depth > 0)
    }
    on('dragenter', (event) => {
      count(event, 1)
      takeFiles(event)
    })
    on('dragleave', (event) => count(event, -1))
    on('dragover', takeFiles)
    on('drop', (event) => {
      depth = 0
      setOver(false)
      if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return
      event.preventDefault()
      void filesOf(event.dataTransfer).then(upload)
    })
    on('paste', ({ clipboardData }) => clipboardData && upload(pastedFiles(clipboardData)))
    return () => listeners.abort()
  }, [])
  return over
}

/**
 * Accepts dragged files. Without this on `dragenter`, the browser would open files that are dropped on an element
 * before its first `dragover`.
 */
function takeFiles(event: DragEvent): void {
  if (hasFiles(event.dataTransfer)) event.preventDefault()
}

function upload(files: File[]): void {
  if (files.length === 0) return
  addTransfers(files)
  if (location.pathname !== '/workdata/upload')
    toast.message(fill(texts.uploadingToWorkData, plural(files.length, 'file')))
}
