import type { ReactFlowInstance } from '@xyflow/react'
import {
  Hand,
  LayoutDashboard,
  Maximize,
  Minus,
  MousePointer2,
  PanelLeft,
  PanelRight,
  Plus,
  StickyNote,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { useValue, type Value } from '#lib/value.ts'
import type { FlowNode } from '../canvas/flow-model.ts'
import { type CanvasTool, fitWhole } from '../canvas/workflow-canvas.tsx'
import * as texts from './texts.ts'
import type { Panels } from './use-panels.ts'

const FRAME = 'absolute z-10 flex items-center gap-0.5 rounded-lg border border-line bg-surface p-1'
const ON = 'bg-selected! text-accent!'

interface ToolsProps {
  tool: CanvasTool
  onTool: (tool: CanvasTool) => void
  onNote: () => void
  panels: Panels
}

/** Tools to select, pan and add notes. If there is room for only one panel, also a button for the list of steps. */
export function CanvasTools({ tool, onTool, onNote, panels }: ToolsProps) {
  return (
    <div role="toolbar" aria-label={texts.tools} className={`${FRAME} top-4 left-4`}>
      {panels.isWide ? null : (
        <Toggle
          label={texts.steps}
          isOn={panels.isShown('steps')}
          icon={<PanelLeft />}
          onClick={() => panels.toggle('steps')}
        />
      )}
      <Toggle label={texts.select} isOn={tool === 'select'} icon={<MousePointer2 />} onClick={() => onTool('select')} />
      <Toggle label={texts.pan} isOn={tool === 'pan'} icon={<Hand />} onClick={() => onTool('pan')} />
      <IconButton size="sm" label={texts.addANote} icon={<StickyNote />} onClick={onNote} />
    </div>
  )
}

interface ToggleProps {
  label: string
  isOn: boolean
  icon: ReactNode
  onClick: () => void
}

function Toggle({ isOn, ...button }: ToggleProps) {
  return <IconButton size="sm" aria-pressed={isOn} className={isOn ? ON : ''} {...button} />
}

/** Button that shows or hides the details, if there is room for only one panel. */
export function DetailsToggle({ panels }: Pick<ToolsProps, 'panels'>) {
  if (panels.isWide) return null
  return (
    <div className={`${FRAME} top-4 right-4`}>
      <Toggle
        label={texts.details}
        isOn={panels.isShown('details')}
        icon={<PanelRight />}
        onClick={() => panels.toggle('details')}
      />
    </div>
  )
}

interface ZoomToolsProps {
  canvas: ReactFlowInstance<FlowNode> | undefined
  /** In percent. */
  zoom: Value<number>
  isReadOnly: boolean
  onArrange: () => void
}

export function ZoomTools({ canvas, zoom, isReadOnly, onArrange }: ZoomToolsProps) {
  const percent = useValue(zoom)
  return (
    <div role="toolbar" aria-label={texts.view} className={`${FRAME} bottom-4 left-4`}>
      <IconButton size="sm" label={texts.zoomOut} icon={<Minus />} onClick={() => void canvas?.zoomOut()} />
      <span className="w-10 text-center text-xs text-ink-2">{percent}%</span>
      <IconButton size="sm" label={texts.zoomIn} icon={<Plus />} onClick={() => void canvas?.zoomIn()} />
      <IconButton size="sm" label={texts.fitToWindow} keys="F" icon={<Maximize />} onClick={() => fitWhole(canvas)} />
      {isReadOnly ? null : (
        <Button size="sm" variant="quiet" icon={<LayoutDashboard />} onClick={onArrange}>
          {texts.tidyUp}
        </Button>
      )}
    </div>
  )
}
