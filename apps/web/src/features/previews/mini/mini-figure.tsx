import type { ReactNode } from 'react'
import { figureLines } from './figure-lines.ts'
import { Sparklines } from './sparklines.tsx'

/** The lines of a figure. Without any, what stands for its file. */
export function MiniFigure({ text, otherwise }: { text: string; otherwise: ReactNode }) {
  const lines = figureLines(text)
  return lines.length > 0 ? <Sparklines lines={lines} /> : otherwise
}
