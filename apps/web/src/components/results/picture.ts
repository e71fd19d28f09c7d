import type { ComponentType } from 'react'
import type { WorkDataDocument } from '#lib/job-facts.ts'

export interface PictureProps {
  data: WorkDataDocument
  size: 'card' | 'large'
}

/** Draws a file from its own data; passed by the route. */
export type PictureOf = ComponentType<PictureProps>
