import { LIMITS } from '@millrace/contracts/limits'
import { useMutation } from '@tanstack/react-query'
import { ImageDown } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import { fill } from '#lib/fill.ts'
import { saveFile } from '#lib/save-file.ts'
import { type FigureFormat, figureImage } from './figure-image.ts'
import { figurePdf } from './figure-pdf.ts'
import { JsonFileTree } from './json-file-tree.tsx'
import { PreviewFrame } from './preview-frame.tsx'
import { FigureSkeleton } from './preview-skeleton.tsx'
import { PreviewToolbar } from './preview-toolbar.tsx'
import type { PreviewedFile } from './previews.queries.ts'
import * as texts from './texts.ts'

/**
 * A Plotly figure, drawn in a separate document. The document has no origin, cookies or network access, so a malicious
 * file can do nothing but draw. A file that is too large is shown as a tree.
 */
export function FigureView({ href, file, views }: { href: string; file: PreviewedFile; views?: ReactNode }) {
  const frame = useRef<HTMLIFrameElement>(null)
  if (file.sizeInBytes > LIMITS.previewFigureBytes) {
    return <JsonFileTree file={file} views={views} notice={texts.figureTooLarge} />
  }
  return (
    <>
      <PreviewToolbar views={views}>
        <SaveImage frame={frame} name={file.name} />
      </PreviewToolbar>
      <PreviewFrame
        ref={frame}
        href={href}
        title={fill(texts.figure, file.name)}
        placeholder={<FigureSkeleton />}
        scripts
      />
    </>
  )
}

/** Saves the figure as it is currently displayed. */
function SaveImage({ frame, name }: { frame: RefObject<HTMLIFrameElement | null>; name: string }) {
  const save = useMutation({
    mutationFn: async (format: FigureFormat | 'pdf') => {
      if (!frame.current) return
      const stem = name.replace(/(\.plotly)?\.json$/i, '')
      const image = await figureImage(frame.current, format === 'pdf' ? 'svg' : format)
      saveFile(`${stem}.${format}`, format === 'pdf' ? await figurePdf(await image.text(), stem) : image)
    },
  })
  return (
    <Menu
      trigger={
        <Button size="sm" variant="quiet" working={save.isPending} icon={<ImageDown />}>
          {texts.saveFigure}
        </Button>
      }
    >
      <MenuItem onClick={() => save.mutate('pdf')}>{texts.pdf}</MenuItem>
      <MenuItem onClick={() => save.mutate('png')}>{texts.png}</MenuItem>
      <MenuItem onClick={() => save.mutate('svg')}>{texts.svg}</MenuItem>
    </Menu>
  )
}
