import { slotKindsLabel } from '#components/ui/slot-types.ts'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { DataSection } from './data-section.tsx'
import { ParametersSection, ParameterTools } from './parameters-section.tsx'
import { Section } from './section.tsx'
import { StartLoadError } from './start-load-error.tsx'
import { StepSection } from './step-section.tsx'
import * as texts from './texts.ts'
import type { StartPanel } from './use-start-panel.ts'

/** The sections for data, step and parameters, one of which is open. What could not be loaded is shown above them. */
export function StartPanelSections({ panel }: { panel: StartPanel }) {
  const { section, setSection, form, openSlots, step } = panel
  return (
    <>
      <StartLoadError panel={panel} />
      <Section
        title={texts.data}
        page={1}
        summary={dataSummary(panel)}
        state={dataState(panel)}
        isOpen={section === 'data'}
        onOpen={() => setSection('data')}
      >
        <DataSection panel={panel} />
      </Section>
      <Section
        title={texts.step}
        page={2}
        summary={stepSummary(panel)}
        state={step ? 'done' : panel.loaded.step.error ? 'wrong' : 'open'}
        isOpen={section === 'step'}
        onOpen={() => setSection('step')}
        onBack={() => setSection('data')}
      >
        <StepSection panel={panel} />
      </Section>
      <Section
        title={texts.parameters}
        page={3}
        summary={parameterSummary(panel)}
        state={
          form.shown.size > 0 ? 'wrong' : step && form.faults.length === 0 && openSlots.length === 0 ? 'done' : 'open'
        }
        isOpen={section === 'parameters'}
        {...(step ? { onOpen: () => setSection('parameters') } : {})}
        onBack={() => setSection('step')}
        tools={<ParameterTools panel={panel} />}
      >
        <ParametersSection panel={panel} />
      </Section>
    </>
  )
}

function dataState(panel: StartPanel): 'wrong' | 'done' | 'open' {
  const isUnfit = panel.assignment.unfit.length > 0 && panel.step
  if (panel.misses || isUnfit || panel.loaded.failed > 0) return 'wrong'
  return isDataDone(panel) ? 'done' : 'open'
}

function isDataDone({ step, openSlots, data }: StartPanel): boolean {
  return step ? openSlots.length === 0 : data.length > 0
}

function dataSummary(panel: StartPanel): string {
  const { data, section, step, stepSlots, assignment, loaded, misses } = panel
  if (misses) return data.length === 1 ? fill(texts.isMissing, data[0]?.name ?? '') : texts.someOfTheFilesAreMissing
  const lost = data.length === 0 && loaded.failed > 0 ? texts.notLoaded : lostText(loaded)
  const [unfit] = step ? assignment.unfit : []
  if (unfit)
    return `${unfit.name} does not fit: ${step?.properties.Title} takes ${stepSlots.map((slot) => slotKindsLabel(slot.MediaType)).join(' and ')}`
  if (data.length === 0)
    return lost ?? (step && stepSlots.length === 0 ? texts.thisStepTakesNoInput : notChosen(section === 'data'))
  const files = data.length === 1 ? data[0]?.name : fill(texts.files, data.length)
  const filled = stepSlots.filter((slot) => (assignment.slots[slot.Name]?.length ?? 0) > 0).length
  const slots = step && stepSlots.length > 1 ? `, ${filled} of ${stepSlots.length} slots filled` : ''
  return [`${files}${slots}`, lost].filter(Boolean).join(', ')
}

/** An open section has no summary, because its content already asks for a selection. */
function notChosen(isOpen: boolean): string {
  return isOpen ? '' : texts.notChosenYet
}

function lostText({ gone, failed }: StartPanel['loaded']): string | undefined {
  if (failed > 0) return fill(texts.filesNotLoaded, plural(failed, 'file'))
  return gone.length > 0 ? fill(texts.notFound, plural(gone.length, 'file')) : undefined
}

function stepSummary({ step, section, loaded }: StartPanel): string {
  if (step) return fill(texts.stepByOwner, step.properties.Title, step.properties.OwnerName)
  return loaded.step.error ? texts.notLoaded : notChosen(section === 'step')
}

function parameterSummary({ form, step, loaded }: StartPanel): string {
  if (!step) return loaded.step.error ? texts.onceTheStepLoads : texts.chooseAStepFirst
  const count = Object.keys(form.schema?.properties ?? {}).length
  if (count === 0) return texts.noParameters
  return form.changedCount > 0 ? fill(texts.changedOf, form.changedCount, count) : texts.allDefaults
}
