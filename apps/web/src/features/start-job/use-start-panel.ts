import { readSchema } from '@millrace/parameters/json-schema'
import { useMemo, useState } from 'react'
import { useSweep } from '#components/sweep/use-sweep.ts'
import { selfHref } from '#lib/siren.ts'
import type { StartWith } from '#lib/start-search.ts'
import { addTransfers } from '#lib/transfers.ts'
import { openSlots, spreadSlot, takesAll } from './slot-fit.ts'
import { assignmentOf, assignToSlot, type Choices, freeSlots, plannedJobs } from './start-plan.ts'
import { usePanelParameters } from './use-panel-parameters.ts'
import { useStartChoices } from './use-start-choices.ts'

export type PanelSection = 'data' | 'step' | 'parameters'
export type StartPanel = ReturnType<typeof useStartPanel>

interface StartPanelOptions {
  /** Data, step and earlier job, which the sheet keeps in the URL. */
  start: StartWith
  /** Updates the selection with a function of its latest value, so that quick clicks don't undo each other. */
  onStart: (change: (before: StartWith) => StartWith) => void
  /** URL of the draft that the panel sets up instead of creating a job. */
  draftHref?: string
}

/** The state of the start panel: the selection, the resulting jobs, and what still prevents the start. */
export function useStartPanel({ start, onStart, draftHref }: StartPanelOptions) {
  const [uploads, setUploads] = useState<readonly string[]>([])
  const [section, setSection] = useState<PanelSection>()
  const [slot, setSlot] = useState<string>()
  const [byHand, setByHand] = useState<Record<string, readonly string[]>>()
  const [spread, setSpread] = useState<Choices['spread']>()
  const [name, setName] = useState<string>()
  const [tags, setTags] = useState<readonly string[]>()
  const [sought, setSought] = useState('')

  const loaded = useStartChoices(start, uploads)
  const { data, step: stepQuery, earlier } = loaded
  const step = stepQuery.data
  const stepSlots = step?.properties.InputDataSlotSpecification ?? []
  const hands = byHand ?? earlier?.byHand ?? {}
  const spreadable = spreadSlot(
    freeSlots(stepSlots, hands),
    data.filter((file) => !Object.values(hands).flat().includes(file.href)),
  )
  const mayJoin = spreadable ? takesAll(spreadable, data.length) : false
  const isAgain = draftHref !== undefined || (start.data === undefined && start.step === undefined)
  const earlierName = isAgain ? earlier?.name : undefined
  const choices: Choices = {
    step: { href: step && selfHref(step), title: step?.properties.Title, slots: stepSlots },
    data,
    byHand: hands,
    spread: spreadable ? (spread ?? (mayJoin ? 'together' : 'each')) : 'together',
    parameters: undefined,
    name: name ?? earlierName,
    ...(draftHref === undefined && start.job !== undefined && { againOf: start.job }),
    tags: tags ?? earlier?.tags ?? [],
  }
  const assignment = assignmentOf(choices)
  const sameStep = earlier?.functionName === step?.properties.FunctionName
  const text = draftHref === undefined ? step?.properties.ParameterSchema : undefined
  const sweep = useSweep(useMemo(() => readSchema(text), [text]))
  const parameters = usePanelParameters({
    jobHref: start.job,
    step,
    earlier: sameStep ? earlier?.parameters : undefined,
    slots: assignment.slots,
    documents: loaded.documents,
    sweep,
  })
  const { form } = parameters
  const plan = { ...choices, parameters: form.schema ? form.value : undefined }
  const open = step ? openSlots(stepSlots, assignment.slots) : []
  const needsData = data.length === 0 && (step === undefined || stepSlots.some((candidate) => candidate.MinSlots > 0))

  // A job with missing data can't be started until its data has changed, unless it can run without that data.
  const waits = draftHref !== undefined && loaded.job.data?.properties.State === 'DataMissing'
  const isMissing = waits && !loaded.canDoWithout
  const misses = isMissing && !needsData && sameFiles(loaded.jobFiles, assignment.slots)

  const present = (before: StartWith) => (before.data ?? loaded.chosen).filter((href) => !loaded.gone.includes(href))

  function setData(change: (chosen: readonly string[]) => readonly string[]) {
    onStart((before) => ({ ...before, data: [...new Set(change(present(before)))] }))
  }

  /**
   * Selects a file and continues with the next section. The file is for the slot that was pressed or, if the file is
   * already selected, for the first slot that lacks data. Otherwise, it replaces the selection.
   */
  function pick(href: string) {
    const target = slot ?? (loaded.chosen.includes(href) ? open[0]?.Name : undefined)
    setSection(undefined)
    if (target === undefined) return setData(() => [href])
    setByHand(assignToSlot(target, href, choices))
    setSlot(undefined)
    setData((chosen) => [...chosen, href])
  }

  return {
    start,
    draftHref,
    loaded,
    data,
    step,
    stepSlots,
    assignment,
    openSlots: open,
    choices: plan,
    jobs: plannedJobs(plan),
    form,
    parameters,
    sweep,
    /**
     * Set if there are several files for one slot: whether one job can take all of them, and what the user selected.
     */
    spread: spreadable ? { slot: spreadable, mayJoin, value: choices.spread, set: setSpread } : undefined,
    name: { typed: name ?? earlierName, set: setName },
    tags: { value: choices.tags, set: setTags },
    slot: { target: slot, set: setSlot },
    misses,
    section: section ?? (needsData || misses || open.length > 0 ? 'data' : step ? 'parameters' : 'step'),
    setSection,
    /** The search term with which the step was found. */
    sought,

    hasChosen: (href: string) => (slot === undefined ? loaded.chosen : (assignment.slots[slot] ?? [])).includes(href),

    pick,

    /** If a slot was pressed that doesn't contain the file, the file is assigned to that slot instead. */
    toggle(href: string) {
      if (slot !== undefined && !assignment.slots[slot]?.includes(href)) return pick(href)
      setSection('data')
      setByHand(withoutFile(hands, href))
      setUploads(
        uploads.filter((id) => !loaded.transfers.some((transfer) => transfer.id === id && transfer.href === href)),
      )
      setData((chosen) => (chosen.includes(href) ? chosen.filter((other) => other !== href) : [...chosen, href]))
    },

    /** `words` is the search term with which the step was found. */
    chooseStep(href: string, words = '') {
      setSection(undefined)
      setSought(words)
      setByHand({})
      onStart((before) => ({ ...before, data: present(before), step: href }))
    },

    /** Uploads files, which are selected immediately. */
    upload(files: Iterable<File>) {
      setUploads([...uploads, ...addTransfers(files)])
    },
  }
}

function sameFiles(before: readonly string[], slots: Readonly<Record<string, readonly string[]>>): boolean {
  const now = new Set(Object.values(slots).flat())
  return before.length === now.size && before.every((href) => now.has(href))
}

function withoutFile(
  hands: Readonly<Record<string, readonly string[]>>,
  href: string,
): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(hands).map(([slot, hrefs]) => [slot, hrefs.filter((other) => other !== href)]),
  )
}
