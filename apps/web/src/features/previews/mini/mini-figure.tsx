import type { ReactNode } from 'react'
import { figureCurves } from './figure-curves.ts'
import { Sparklines } from './sparklines.tsx'

export function MiniFigure({ text, otherwise }: { text: string; otherwise: ReactNode }) {
  const { curves } = figureCurves(text)
  return curves.length > 0 ? <Sparklines curves={curves} /> : otherwise
}
