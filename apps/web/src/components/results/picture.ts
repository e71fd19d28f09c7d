import type { ComponentType } from 'react'
import type { WorkDataDocument } from '#lib/job-facts.ts'

export interface PictureProps {
  data: WorkDataDocument
  size: 'card' | 'large'
}

/** Draws a file from its content. The route passes it in, because components must not import features. */
export type PictureOf = ComponentType<PictureProps>
