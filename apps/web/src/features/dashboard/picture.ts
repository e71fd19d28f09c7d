import type { ComponentType } from 'react'
import type { WorkDataDocument } from './dashboard.queries.ts'

export interface PictureProps {
  data: WorkDataDocument
  size: 'card' | 'large'
}

/** Draws a file from its own data; the route hands it in. */
export type PictureOf = ComponentType<PictureProps>
