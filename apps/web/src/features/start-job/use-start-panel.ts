import { useState } from 'react'
import { useSweep } from '#components/sweep/use-sweep.ts'
import { selfHref } from '#lib/siren.ts'
import type { StartWith } from '#lib/start-search.ts'
import { addTransfers } from '#lib/transfers.ts'
import { openSlots, spreadSlot, takesAll } from './slot-fit.ts'
import { assignmentOf, type Choices, freeSlots, plannedJobs } from './start-plan.ts'
import { usePanelParameters } from './use-panel-parameters.ts'
import { useStartChoices } from './use-start-choices.ts'

export type PanelSection = 'data' | 'step' | 'parameters'
export type StartPanel = ReturnType<typeof useStartPanel>

interface StartPanelOptions {
  /** Data, step and earlier job; the sheet keeps them in the URL. */
  start: StartWith
  /** Gets the choices as they are by then, so that quick presses do not undo each other. */
  onStart: (change: (before: StartWith) => StartWith) => void
  /** The panel sets up this draft instead of making a job. */
  draftHref?: string
}

/** Everything the start panel knows: what was chosen, what it makes, and what still stands in the way. */
export function useStartPanel({ start, onStart, draftHref }: StartPanelOptions) {
  const [uploads, setUploads] = useState<readonly string[]>([])
  const [section, setSection] = useState<PanelSection>()
  const [slot, setSlot] = useState<string>()
  const [byHand, setByHand] = useState<Record<string, readonly string[]>>()
  const [spread, setSpread] = useState<Choices['spread']>()
  const [name, setName] = useState<string>()
  const [tags, setTags] = useState<readonly string[]>()

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
  const parameters = usePanelParameters({
    jobHref: start.job,
    step,
    earlier: sameStep ? earlier?.parameters : undefined,
    slots: assignment.slots,
    documents: loaded.documents,
  })
  const { form } = parameters
  const sweep = useSweep(draftHref === undefined ? form.schema : undefined)
  const plan = { ...choices, parameters: form.schema ? form.value : undefined }
  const open = step ? openSlots(stepSlots, assignment.slots) : []
  const needsData = data.length === 0 && (step === undefined || stepSlots.some((candidate) => candidate.MinSlots > 0))

  // Data of a job that misses some cannot be started with: they have to change first.
  const isMissing = draftHref !== undefined && loaded.job.data?.properties.State === 'DataMissing'
  const misses = isMissing && !needsData && sameFiles(loaded.jobFiles, assignment.slots)

  const present = (before: StartWith) => (before.data ?? loaded.chosen).filter((href) => !loaded.gone.includes(href))

  function setData(change: (chosen: readonly string[]) => readonly string[]) {
    onStart((before) => ({ ...before, data: [...new Set(change(present(before)))] }))
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
    /** Several files for one slot: whether they may go together, and what was chosen. */
    spread: spreadable ? { slot: spreadable, mayJoin, value: choices.spread, set: setSpread } : undefined,
    name: { typed: name ?? earlierName, set: setName },
    tags: { value: choices.tags, set: setTags },
    slot: { target: slot, set: setSlot },
    misses,
    section: section ?? (needsData || misses || open.length > 0 ? 'data' : step ? 'parameters' : 'step'),
    setSection,

    /** Chooses one file and moves on; into the slot that was pressed, if one was. */
    pick(href: string) {
      setSection(undefined)
      if (slot === undefined) return setData(() => [href])
      setByHand({ ...hands, [slot]: [href] })
      setSlot(undefined)
      setData((chosen) => [...chosen, href])
    },

    /** Adds a file to those chosen, or takes it out. */
    toggle(href: string) {
      setSection('data')
      setByHand(withoutFile(hands, href))
      setUploads(
        uploads.filter((id) => !loaded.transfers.some((transfer) => transfer.id === id && transfer.href === href)),
      )
      setData((chosen) => (chosen.includes(href) ? chosen.filter((other) => other !== href) : [...chosen, href]))
    },

    chooseStep(href: string) {
      setSection(undefined)
      setByHand({})
      onStart((before) => ({ ...before, data: present(before), step: href }))
    },

    /** Uploads files; each counts as chosen from now on. */
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
