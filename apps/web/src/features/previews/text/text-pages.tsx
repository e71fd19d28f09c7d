import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '#components/ui/icon-button.tsx'
import * as texts from './texts.ts'

interface TextPagesProps {
  /** Undefined at the start of the file. `onNext` is undefined at the end. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

export function TextPages({ onPrevious, onNext }: TextPagesProps) {
  if (!onPrevious && !onNext) return null
  return (
    <span className="flex items-center">
      <IconButton
        size="sm"
        label={texts.previousPart}
        icon={<ChevronLeft />}
        disabled={!onPrevious}
        onClick={onPrevious}
      />
      <IconButton size="sm" label={texts.nextPart} icon={<ChevronRight />} disabled={!onNext} onClick={onNext} />
    </span>
  )
}
