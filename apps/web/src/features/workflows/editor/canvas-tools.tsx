import type { ReactFlowInstance } from '@xyflow/react'
import { Hand, LayoutDashboard, Maximize, Minus, MousePointer2, Plus, StickyNote } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import type { FlowNode } from '../canvas/flow-model.ts'
import { type CanvasTool, FIT } from '../canvas/workflow-canvas.tsx'
import * as texts from './texts.ts'

const FRAME = 'absolute z-10 flex items-center gap-0.5 rounded-lg border border-line bg-surface p-1'
const ON = 'bg-selected! text-accent!'

interface ToolsProps {
  tool: CanvasTool
  onTool: (tool: CanvasTool) => void
  onNote: () => void
}

/** Selecting, panning and notes. */
export function CanvasTools({ tool, onTool, onNote }: ToolsProps) {
  return (
    <div role="toolbar" aria-label={texts.tools} className={`${FRAME} top-4 left-4`}>
      <IconButton
        size="sm"
        label={texts.select}
        aria-pressed={tool === 'select'}
        className={tool === 'select' ? ON : ''}
        icon={<MousePointer2 aria-hidden="true" />}
        onClick={() => onTool('select')}
      />
      <IconButton
        size="sm"
        label={texts.pan}
        aria-pressed={tool === 'pan'}
        className={tool === 'pan' ? ON : ''}
        icon={<Hand aria-hidden="true" />}
        onClick={() => onTool('pan')}
      />
      <IconButton size="sm" label={texts.addANote} icon={<StickyNote aria-hidden="true" />} onClick={onNote} />
    </div>
  )
}

interface ZoomToolsProps {
  canvas: ReactFlowInstance<FlowNode> | undefined
  onArrange: () => void
}

/** Zoom, fit, and automatic layout. */
export function ZoomTools({ canvas, onArrange }: ZoomToolsProps) {
  return (
    <div role="toolbar" aria-label={texts.view} className={`${FRAME} bottom-4 left-4`}>
      <IconButton
        size="sm"
        label={texts.zoomOut}
        icon={<Minus aria-hidden="true" />}
        onClick={() => void canvas?.zoomOut()}
      />
      <IconButton
        size="sm"
        label={texts.zoomIn}
        icon={<Plus aria-hidden="true" />}
        onClick={() => void canvas?.zoomIn()}
      />
      <IconButton
        size="sm"
        label={texts.fitToWindow}
        keys="F"
        icon={<Maximize aria-hidden="true" />}
        onClick={() => void canvas?.fitView(FIT)}
      />
      <Button size="sm" variant="quiet" icon={<LayoutDashboard aria-hidden="true" />} onClick={onArrange}>
        {texts.tidyUp}
      </Button>
    </div>
  )
}
