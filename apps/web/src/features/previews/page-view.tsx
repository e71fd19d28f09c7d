import type { ReactNode } from 'react'
import { fill } from '#lib/fill.ts'
import { PreviewFrame } from './preview-frame.tsx'
import { PreviewToolbar } from './preview-toolbar.tsx'
import type { PreviewedFile } from './previews.queries.ts'
import * as texts from './texts.ts'

/** An HTML file in a sandboxed document that runs no scripts and loads nothing from other servers. */
export function PageView({ href, file, views }: { href: string; file: PreviewedFile; views?: ReactNode }) {
  return (
    <>
      <PreviewToolbar views={views}>
        <span className="px-2 text-xs text-ink-2">{texts.scriptsAndExternalContentAreBlocked}</span>
      </PreviewToolbar>
      <PreviewFrame href={href} title={fill(texts.pageName, file.name)} />
    </>
  )
}
