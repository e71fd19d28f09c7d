import { type ReactNode, useEffect, useRef, useState } from 'react'
import { fill } from '#lib/fill.ts'
import { usePaintedTheme } from '#lib/theme.ts'
import { NoPreview } from '../no-preview.tsx'
import { PreviewFrame } from '../preview-frame.tsx'
import { PreviewToolbar } from '../preview-toolbar.tsx'
import type { PreviewedFile } from '../previews.queries.ts'
import { NO_PAGES, openPdfChannel, type PdfCommand, type PdfState } from './pdf-channel.ts'
import { PdfTools } from './pdf-tools.tsx'
import * as texts from './texts.ts'

interface PdfViewProps {
  href: string
  file: PreviewedFile
  views?: ReactNode
}

/** The pages of a PDF, rendered in a sandboxed document. Only the bytes that the visible pages need are fetched. */
export function PdfView(props: PdfViewProps) {
  // The document reloads when the theme changes, so the state of the toolbar must be reset, too.
  return <PdfPages key={usePaintedTheme()} {...props} />
}

function PdfPages({ href, file, views }: PdfViewProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const channel = useRef<ReturnType<typeof openPdfChannel>>(undefined)
  const [state, setState] = useState<PdfState>(NO_PAGES)
  const { Download } = file.links
  const size = file.sizeInBytes

  useEffect(() => {
    if (!frame.current || Download === undefined) return
    const opened = openPdfChannel(frame.current, { href: Download, size }, (change) =>
      setState((before) => ({ ...before, ...change })),
    )
    channel.current = opened
    return opened.close
  }, [Download, size])

  if (Download === undefined) return <NoPreview file={file} />
  const run = (command: PdfCommand) => channel.current?.send(command)
  return (
    <>
      <PreviewToolbar views={views}>
        <PdfTools state={state} onCommand={run} />
      </PreviewToolbar>
      <PreviewFrame ref={frame} href={href} title={fill(texts.pagesOf, file.name)} scripts />
    </>
  )
}
