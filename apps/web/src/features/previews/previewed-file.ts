import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { hrefOf, type SirenDocument } from '#lib/siren.ts'

/** What a preview needs to know of work data. */
export interface PreviewedFile {
  name: string
  mediaType: string
  sizeInBytes: number
  links: Partial<Record<'Preview' | 'TextPreview' | 'PreviewDocument' | 'Inline' | 'Download', string>>
}

export function previewedFile(workData: SirenDocument<WorkDataProperties>): PreviewedFile {
  const { Name, MediaType, SizeInBytes } = workData.properties
  const links: PreviewedFile['links'] = {}
  for (const rel of ['Preview', 'TextPreview', 'PreviewDocument', 'Inline', 'Download'] as const) {
    const href = hrefOf(workData, rel)
    if (href !== undefined) links[rel] = href
  }
  return { name: Name, mediaType: MediaType, sizeInBytes: SizeInBytes, links }
}
