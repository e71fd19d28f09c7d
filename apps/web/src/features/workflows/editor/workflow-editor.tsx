import type { Fault } from '@millrace/contracts/problems'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactFlowInstance } from '@xyflow/react'
import { clsx } from 'clsx'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { createValue } from '#lib/value.ts'
import type { FlowNode } from '../canvas/flow-model.ts'
import { NODE_STEP, NODE_WIDTH } from '../canvas/sizes.ts'
import type { DroppedConnection } from '../canvas/use-canvas-events.ts'
import WorkflowCanvas, { type CanvasTool, fitWhole } from '../canvas/workflow-canvas.tsx'
import { ContinuedNotice } from '../continue/continued-notice.tsx'
import { useContinuedExecution } from '../continue/use-continued-execution.ts'
import type { Place } from '../document/draft.ts'
import type { Port } from '../document/edit-edges.ts'
import { freePlace } from '../document/make-room.ts'
import { Inspector } from '../inspector/inspector.tsx'
import { WORKFLOW_TEXTS } from '../texts.ts'
import { CompareDialog } from '../versions/compare-dialog.tsx'
import { VersionsMenu } from '../versions/versions-menu.tsx'
import { RunInspector } from '../watch/run-inspector.tsx'
import { RunStatesContext } from '../watch/run-states.ts'
import { useWatchedRun } from '../watch/use-watched-run.ts'
import { WatchBar } from '../watch/watch-bar.tsx'
import { workflowQueries } from '../workflows.queries.ts'
import { CanvasTools, DetailsToggle, ZoomTools } from './canvas-tools.tsx'
import { ConnectionPopup } from './connection-popup.tsx'
import { NEW_WORKFLOW, readDraft, removeDraft, storeDraft } from './draft-storage.ts'
import { EditorBar, saveReason } from './editor-bar.tsx'
import { EditorPending } from './editor-pending.tsx'
import { goTo } from './go-to.ts'
import { JsonView } from './json-view.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { MissingSteps } from './missing-steps.tsx'
import { Notice } from './notice.tsx'
import { Picker } from './picker.tsx'
import { ProblemsFooter } from './problems-footer.tsx'
import { addNoteAt, otherItems, stepItems, workflowItems } from './step-items.tsx'
import * as texts from './texts.ts'
import { useDraftKey } from './use-draft-key.ts'
import { focusNode, useEditorKeys } from './use-editor-keys.ts'
import { useOtherWorkflows } from './use-other-workflows.ts'
import { usePanels } from './use-panels.ts'
import { type SavedWorkflow, useSavedWorkflow } from './use-saved-workflow.ts'
import { type WorkflowEditor as Editor, useWorkflowEditor } from './use-workflow-editor.ts'
import { VersionNotice } from './version-notice.tsx'

const ContinueSheet = lazy(() => import('../continue/continue-sheet.tsx'))
const StartWorkflow = lazy(() => import('../start/start-workflow-sheet.tsx'))

const KEEP_AFTER_MS = 500

interface WorkflowEditorProps {
  opened: SavedWorkflow
  /** Identifies the jobs that a new workflow is made from. */
  origin?: string
  onSaved: (file: WorkDataDocument) => void
  /** URL of the job whose execution the next start continues. */
  continues?: string | undefined
  /** Called when the user chooses to start a new execution instead of continuing one. */
  onContinuesNothing?: () => void
}

/** The workflow editor. Opens once this page holds the lock on a draft. */
export default function WorkflowEditor(props: WorkflowEditorProps) {
  const keyOf = useDraftKey(workflowOf(props))
  return keyOf ? <PlacedEditor {...props} keyOf={keyOf} /> : <EditorPending />
}

/**
 * Returns what identifies a workflow in the key of its unsaved changes: the path of the saved version, or the origin.
 */
function workflowOf({
  opened: { file },
  origin = NEW_WORKFLOW,
}: Pick<WorkflowEditorProps, 'opened' | 'origin'>): string {
  return file ? new URL(selfHref(file)).pathname : origin
}

interface PlacedEditorProps extends WorkflowEditorProps {
  /** Returns the key under which this page stores unsaved changes to a workflow. */
  keyOf: (workflow: string) => string
}

function PlacedEditor({ opened, origin, keyOf, onSaved, continues, onContinuesNothing }: PlacedEditorProps) {
  // Computed once, because `opened` changes when this page saves.
  const [openedKey] = useState(() => keyOf(workflowOf({ opened, ...(origin !== undefined && { origin }) })))
  const [stored] = useState(() => readDraft(openedKey))
  const editor = useWorkflowEditor(opened, stored)
  const { tags } = editor
  const [isRestored, setIsRestored] = useState(stored !== undefined)
  const [unsaved] = useState(() => createValue(false))
  const [zoom] = useState(() => createValue(100))
  const { saved, save, versions, newer, isEarlier, isDirty } = useSavedWorkflow(opened, (file) => {
    unsaved.set(false)
    setIsRestored(false)
    onSaved(file)
  })
  const dirty = isDirty(editor.draft, tags)
  const key = saved.file ? keyOf(workflowOf({ opened: saved })) : openedKey
  useStoredDraft({ key, openedKey, draft: editor.draft, tags, dirty })

  const { data: executeStep, error: startError, isPending: isStartPending } = useQuery(workflowQueries.executeStep())
  const others = useOtherWorkflows(saved.file)
  const [canvas, setCanvas] = useState<ReactFlowInstance<FlowNode>>()
  const [tool, setTool] = useState<CanvasTool>('select')
  const [dropped, setDropped] = useState<DroppedConnection>()
  const [isText, setIsText] = useState(false)
  const [isReadable, setIsReadable] = useState(true)
  const blocked = isReadable ? undefined : texts.fixTheJsonFirst
  const [comparing, setComparing] = useState<WorkDataDocument>()
  const [starting, setStarting] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const openVersion = useOpenVersion()
  const run = useWatchedRun()
  const isWatching = run.href !== undefined
  const panels = usePanels(isWatching || editor.selection.keys.length > 0)

  useEffect(() => unsaved.set(dirty || !isReadable), [unsaved, dirty, isReadable])

  // A user who deliberately opened an earlier version knows that there is a newer one, so only a version that was saved
  // since then blocks saving.
  const saveBlock = blocked ?? (newer && !isEarlier ? texts.chooseAVersionFirst : undefined)
  const trySave = (onSaved?: () => void) => {
    if ((saveBlock ?? saveReason(editor, dirty)) !== undefined || save.isPending) return
    save.mutate({ draft: editor.draft, tags, after: newer }, { onSuccess: (file) => file && onSaved?.() })
  }
  const continued = useContinuedExecution(continues, () => onContinuesNothing?.())
  const startReason =
    startError && !executeStep
      ? texts.stepsCouldNotBeLoaded
      : (blocked ??
        startBlock(editor, dirty, saveBlock) ??
        continued.reason ??
        (isStartPending ? texts.loading : undefined))
  // Saves before starting, so that the report can refer to the definition that ran.
  const onStart = () => (dirty ? trySave(() => setStarting(true)) : setStarting(true))
  const mayStart = executeStep || startError || isStartPending
  const start = mayStart ? { onStart, reason: startReason, continues: continued.isWanted } : undefined
  useEditorKeys({
    editor,
    canvas,
    onSearch: () => [panels.show('steps'), search.current?.focus()],
    onConnect: setDropped,
    onSave: () => trySave(),
    onStart: start && startReason === undefined ? start.onStart : undefined,
    enabled: !isText && !dropped,
    isReadOnly: isWatching,
  })

  function newPlace(): Place {
    const after = editor.places.get(editor.selection.keys.at(-1) ?? '')
    if (after) return freePlace(editor.places, { x: after.x + NODE_STEP.x, y: after.y })
    const frame = document.querySelector('.workflow-canvas')?.getBoundingClientRect()
    if (!canvas || !frame) return { x: 0, y: 0 }
    const middle = canvas.screenToFlowPosition({ x: frame.x + frame.width / 2, y: frame.y + frame.height / 3 })
    return freePlace(editor.places, { x: middle.x - NODE_WIDTH / 2, y: middle.y })
  }

  /** Selects the step that failed, so that its parameters are shown. */
  function fix(jobHref: string) {
    const failed = run.nodes?.find(({ properties }) => properties.State === 'Failed')
    if (failed) editor.select({ keys: [failed.properties.Id] })
    continued.set(jobHref)
  }

  function discard() {
    editor.replace(saved)
    setIsRestored(false)
    removeDraft(key)
  }

  function jump(fault: Fault) {
    setIsText(false)
    panels.show('details')
    goTo(editor, fault)
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <EditorBar
        editor={editor}
        file={saved.file}
        isDirty={dirty}
        isSaving={save.isPending}
        onSave={() => trySave()}
        start={start}
        isWatching={isWatching}
        isText={isText}
        blocked={blocked}
        saveBlock={saveBlock}
        onText={setIsText}
      >
        <VersionsMenu versions={versions} current={saved.file} onCompare={setComparing} onOpen={openVersion} />
      </EditorBar>
      <WatchBar run={run} onContinue={fix} />
      {isWatching ? null : <ContinuedNotice continued={continued} />}
      {isRestored && dirty ? (
        <Notice>
          {WORKFLOW_TEXTS.restored}
          <Button size="sm" variant="quiet" onClick={discard}>
            {texts.discardThem}
          </Button>
        </Notice>
      ) : null}
      {newer ? (
        <VersionNotice
          current={saved.file}
          newer={newer}
          isEarlier={isEarlier}
          isSaving={save.isPending}
          onCompare={() => setComparing(newer)}
          onSave={() => save.mutate({ draft: editor.draft, tags, after: newer })}
          onOpen={() => openVersion(newer)}
        />
      ) : null}
      <div className="flex min-h-0 flex-1 short:h-80 short:flex-none">
        {isText ? (
          <JsonView key={editor.epoch} editor={editor} onReadable={setIsReadable} />
        ) : (
          <>
            <aside
              aria-label={texts.steps}
              hidden={isWatching || !panels.isShown('steps')}
              className={clsx(
                'w-54 flex-none flex-col border-r border-line p-3 pb-0',
                !isWatching && panels.isShown('steps') && 'flex',
              )}
            >
              <Picker
                label={texts.searchSteps}
                placeholder={texts.searchSteps}
                inputRef={search}
                items={
                  editor.steps.isPending
                    ? []
                    : [
                        ...stepItems(editor, newPlace, selectedOutputs(editor)),
                        ...workflowItems(editor, newPlace, others),
                        ...otherItems(editor, newPlace),
                      ]
                }
                onEscape={() => focusNode(editor.selection.keys.at(-1) ?? '')}
                notice={<MissingSteps />}
                className="flex-1"
              />
            </aside>
            <section aria-label={texts.canvas} className="relative min-w-0 flex-1 bg-sunken">
              <RunStatesContext value={run.states}>
                <WorkflowCanvas
                  editor={editor}
                  tool={tool}
                  isReadOnly={isWatching}
                  onReady={setCanvas}
                  onDropped={setDropped}
                  zoom={zoom}
                />
              </RunStatesContext>
              {isWatching ? null : (
                <CanvasTools
                  tool={tool}
                  onTool={setTool}
                  onNote={() => addNoteAt(editor, newPlace())}
                  panels={panels}
                />
              )}
              <DetailsToggle panels={panels} />
              <ZoomTools
                canvas={canvas}
                zoom={zoom}
                isReadOnly={isWatching}
                onArrange={() => [editor.arrange(), requestAnimationFrame(() => fitWhole(canvas))]}
              />
              {editor.places.size === 0 && !editor.steps.isPending ? (
                <Hint hasSteps={editor.steps.newest.length > 0} />
              ) : null}
            </section>
            <aside
              aria-label={texts.details}
              data-inspector
              hidden={!panels.isShown('details')}
              className={clsx(
                'scroll-thin w-78 flex-none flex-col gap-[18px] overflow-y-auto border-l border-line px-4 py-4 max-xl:w-68',
                panels.isShown('details') && 'flex',
              )}
            >
              {isWatching ? (
                <RunInspector run={run} selected={editor.selection.keys.at(-1)} />
              ) : (
                <Inspector editor={editor} />
              )}
            </aside>
          </>
        )}
      </div>
      <ProblemsFooter editor={editor} isUnreadable={!isReadable} onJump={jump} />
      {dropped ? <ConnectionPopup editor={editor} dropped={dropped} onClose={() => setDropped(undefined)} /> : null}
      {comparing ? (
        <CompareDialog file={comparing} current={editor.draft} onClose={() => setComparing(undefined)} />
      ) : null}
      <LeaveGuard unsaved={unsaved} />
      <Suspense>
        {starting && saved.file && continued.execution ? (
          <ContinueSheet
            execution={continued.execution}
            changed={{ definition: saved.draft, href: selfHref(saved.file) }}
            node={editor.selection.keys.at(-1)}
            onClose={() => setStarting(false)}
            onWatch={(job) => [continued.set(undefined), run.watch(job)]}
          />
        ) : starting && saved.file ? (
          <StartWorkflow file={saved.file} onClose={() => setStarting(false)} onWatch={run.watch} />
        ) : null}
      </Suspense>
    </div>
  )
}

function startBlock(editor: Editor, dirty: boolean, saveBlock: string | undefined): string | undefined {
  if (editor.draft.nodes.length === 0) return texts.addAStepFirst
  if (editor.faults.length > 0) return texts.fixTheProblemsFirst
  return dirty ? (saveBlock ?? saveReason(editor, dirty)) : undefined
}

function Hint({ hasSteps }: { hasSteps: boolean }) {
  return (
    <p className="pointer-events-none absolute inset-x-4 top-2/5 text-center text-md text-ink-2">
      {hasSteps ? (
        <>
          <b className="block text-lg font-semibold text-ink">{texts.emptyCanvas}</b>
          {texts.dragOneHereOrPress} <Kbd>/</Kbd> {texts.toSearch}
        </>
      ) : (
        texts.noStepsToAdd
      )}
    </p>
  )
}

/** The outputs that a new step may continue. Empty unless exactly one item is selected. */
function selectedOutputs({ selection, slotsOf }: Editor): Port[] {
  const [only, ...others] = selection.keys
  if (only === undefined || others.length > 0) return []
  return (slotsOf(only)?.outputs ?? []).map(({ name }) => ({ key: only, slot: name || undefined }))
}

function useOpenVersion() {
  const navigate = useNavigate()
  return (file: WorkDataDocument) =>
    void navigate({ to: '/workflows/configurator', search: { workflowLink: encodeLink(selfHref(file)) } })
}

interface StoredDraftOptions {
  key: string
  /** The key under which this page stored changes before it first saved. */
  openedKey: string
  draft: Editor['draft']
  tags: readonly string[]
  dirty: boolean
}

function useStoredDraft({ key, openedKey, draft, tags, dirty }: StoredDraftOptions): void {
  const keep = useEffectEvent(() => {
    if (dirty) storeDraft(key, { draft, tags: [...tags] })
    else removeDraft(key)
    if (openedKey !== key) removeDraft(openedKey)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change restarts the delay
  useEffect(() => {
    const timer = setTimeout(keep, KEEP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [key, draft, tags, dirty])
  useEffect(() => {
    const listeners = new AbortController()
    window.addEventListener('pagehide', () => keep(), { signal: listeners.signal })
    return () => {
      listeners.abort()
      keep()
    }
  }, [])
}
