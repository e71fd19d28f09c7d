import type { ReactFlowInstance } from '@xyflow/react'
import { useEffect, useEffectEvent } from 'react'
import { fill } from '#lib/fill.ts'
import { useKeys } from '#lib/keys.ts'
import { toast } from '#lib/toast.ts'
import type { FlowNode } from '../canvas/flow-model.ts'
import { NODE_STEP, NODE_WIDTH } from '../canvas/sizes.ts'
import type { DroppedConnection } from '../canvas/use-canvas-events.ts'
import { fitWhole } from '../canvas/workflow-canvas.tsx'
import { fragmentOf, fragmentText, leftOutOf, readFragment } from '../document/fragment.ts'
import { type Direction, nextNode } from './canvas-navigation.ts'
import { nodeTitle } from './step-items.tsx'
import * as texts from './texts.ts'
import type { WorkflowEditor } from './use-workflow-editor.ts'

interface EditorKeysOptions {
  editor: WorkflowEditor
  canvas: ReactFlowInstance<FlowNode> | undefined
  onSearch: () => void
  onConnect: (dropped: DroppedConnection) => void
  onSave: () => void
  onStart: (() => void) | undefined
  enabled: boolean
  /** Whether keys can only navigate and select, because an execution is being watched. */
  isReadOnly: boolean
}

const NUDGE = 16
/** Duration of the message about what pasting left out. Longer than usual, because the message contains a list. */
const LEFT_OUT_MS = 15_000

/** Handles the keyboard shortcuts of the canvas, and cut, copy and paste. */
export function useEditorKeys({
  editor,
  canvas,
  onSearch,
  onConnect,
  onSave,
  onStart,
  enabled,
  isReadOnly,
}: EditorKeysOptions): void {
  const { selection, draft, places } = editor
  const only = selection.keys.length === 1 ? selection.keys[0] : undefined

  function go(direction: Direction, event: KeyboardEvent): boolean | undefined {
    if (isTyping()) return false
    if (event.shiftKey && !isReadOnly && selection.keys.length > 0) return nudge(direction)
    const next = nextNode(draft, places, selection.keys.at(-1), direction)
    if (next === undefined) return undefined
    editor.select({ keys: [next] })
    requestAnimationFrame(() => focusNode(next))
    return undefined
  }

  function nudge(direction: Direction): undefined {
    const by = { left: [-NUDGE, 0], right: [NUDGE, 0], up: [0, -NUDGE], down: [0, NUDGE] }[direction] as [
      number,
      number,
    ]
    const moved = selection.keys.flatMap((key) => {
      const place = places.get(key)
      return place ? [[key, { x: place.x + by[0], y: place.y + by[1] }] as const] : []
    })
    editor.move(new Map(moved))
  }

  /** Returns false without a node, so that the browser handles the key. */
  function open(key: string | undefined): false | undefined {
    if (key === undefined) return false
    if (key === only) focusInspector()
    else editor.select({ keys: [key] })
    return undefined
  }

  function startConnection() {
    const output = only === undefined ? undefined : editor.slotsOf(only)?.outputs[0]
    if (only === undefined || !output || !canvas) return false
    const place = places.get(only) ?? { x: 0, y: 0 }
    const at = { x: place.x + NODE_STEP.x, y: place.y }
    const screen = canvas.flowToScreenPosition({ x: place.x + NODE_WIDTH, y: place.y })
    onConnect({ from: { output: { key: only, slot: output.name || undefined } }, screen, at })
    return true
  }

  const remove = () =>
    isTyping() || (selection.keys.length === 0 && selection.edge === undefined) ? false : editor.remove()
  useKeys(
    {
      arrowleft: (event) => go('left', event),
      arrowright: (event) => go('right', event),
      arrowup: (event) => go('up', event),
      arrowdown: (event) => go('down', event),
      f: () => (isInDetails() ? false : fitWhole(canvas)),
      escape: () => (isTyping() ? false : editor.select({ keys: [] })),
      enter: () => open(focusedNode()),
    },
    enabled,
  )
  const canEdit = enabled && !isReadOnly
  useKeys(
    {
      a: () => (isInDetails() ? false : onSearch()),
      '/': onSearch,
      c: () => (isInDetails() ? false : startConnection()),
      t: () => (isInDetails() ? false : editor.arrange()),
      delete: remove,
      backspace: remove,
      'mod+d': editor.duplicate,
      'mod+a': () => (isTyping() ? false : editor.selectAll()),
      'mod+z': () => (isTyping() ? false : editor.undo()),
      'mod+y': () => (isTyping() ? false : editor.redo()),
      'mod+shift+z': () => (isTyping() ? false : editor.redo()),
    },
    canEdit,
  )
  useKeys({ 'mod+s': onSave, ...(onStart && { 'mod+enter': onStart }) })

  useClipboard(editor, canEdit)
}

function useClipboard(editor: WorkflowEditor, enabled: boolean): void {
  const copy = useEffectEvent((event: ClipboardEvent, cut: boolean) => {
    const { keys } = editor.selection
    if (isTyping() || keys.length === 0 || document.getSelection()?.isCollapsed === false) return
    event.preventDefault()
    event.clipboardData?.setData('text/plain', fragmentText(fragmentOf(editor.draft, keys)))
    if (cut) editor.remove()
  })
  const paste = useEffectEvent((event: ClipboardEvent) => {
    if (isTyping()) return
    const fragment = readFragment(event.clipboardData?.getData('text/plain') ?? '')
    if (!fragment) return
    event.preventDefault()
    const lost = leftOutOf(fragment, editor.draft)
    editor.paste(fragment)
    if (lost.length === 0) return toast.message(texts.pasted)
    const parts = lost.map((one) => fill(texts.partsOf, nodeTitle(editor.steps, one.node), one.parts.join(', ')))
    toast.message(texts.pasted, { description: fill(texts.leftOut, parts.join('; ')), durationMs: LEFT_OUT_MS })
  })
  useEffect(() => {
    if (!enabled) return
    const listeners = new AbortController()
    const { signal } = listeners
    document.addEventListener('copy', (event) => copy(event, false), { signal })
    document.addEventListener('cut', (event) => copy(event, true), { signal })
    document.addEventListener('paste', paste, { signal })
    return () => listeners.abort()
  }, [enabled])
}

/** Fields handle keys themselves, including undo and clipboard shortcuts. */
function isTyping(): boolean {
  const selector = 'input:not([type=checkbox],[type=radio]), textarea, [contenteditable=true], [role=slider]'
  return document.activeElement?.matches(selector) === true || isInRadioGroup()
}

/** In a group of options, arrow keys move between the options. */
function isInRadioGroup(): boolean {
  return document.activeElement?.matches('input[type=radio], [role=combobox], [role=option]') === true
}

/** In the details panel, letter keys may select options of a field. */
function isInDetails(): boolean {
  return document.activeElement?.closest('[data-inspector]') != null
}

/** Undefined if a field within a node has the focus, because Enter then belongs to the field. */
function focusedNode(): string | undefined {
  const focused = document.activeElement
  return focused instanceof HTMLElement && focused.matches('.react-flow__node') ? focused.dataset.id : undefined
}

/** Focuses a node of the canvas without scrolling to it. */
export function focusNode(key: string): void {
  document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(key)}"]`)?.focus({ preventScroll: true })
}

/** Focuses the first field or button of the inspector. */
export function focusInspector(): void {
  document.querySelector<HTMLElement>('[data-inspector] :is(input, button, textarea, select)')?.focus()
}
