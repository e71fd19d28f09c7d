import type { DataSlotSpecification } from '@millrace/contracts/processing-steps'
import { readSchema } from '@millrace/parameters/json-schema'
import { labelOf } from '@millrace/parameters/labels'
import { slotTypesLabel } from '#components/ui/slot-types.ts'
import { fill } from '#lib/fill.ts'
import { typeText } from '../parameter-table.ts'
import type { StepDocument } from '../processing-steps.queries.ts'
import { blocksOf } from './description-blocks.ts'
import { StepExamples } from './step-examples.tsx'
import * as texts from './texts.ts'

/** The author's description of the step, its examples, slots and returned values. */
export function StepOverview({ step }: { step: StepDocument }) {
  const { LongDescription, ShortDescription, HasParameters, ReturnSchema, IsDeprecated, ReasonForDeprecation } =
    step.properties
  const inputs = step.properties.InputDataSlotSpecification ?? []
  const outputs = step.properties.OutputDataSlotSpecification ?? []
  return (
    <div className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <div className="grid gap-6 px-6 py-5 phone:px-4">
        {IsDeprecated ? (
          <p className="max-w-3xl rounded-md bg-warning-soft px-3 py-2">
            {texts.versionIsDeprecated} {ReasonForDeprecation ?? texts.useANewerVersion}
          </p>
        ) : null}
        {LongDescription || ShortDescription ? (
          <div className="grid max-w-3xl gap-3 text-md">
            {blocksOf(LongDescription ?? ShortDescription ?? '').map(({ text, items }) =>
              items.length > 0 ? (
                <ul key={text} className="list-disc pl-5">
                  {items.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              ) : (
                <p key={text} className={text.endsWith(':') ? '-mb-1 font-medium' : ''}>
                  {text}
                </p>
              ),
            )}
          </div>
        ) : (
          <p className="text-md text-ink-2">{texts.noDescription}</p>
        )}
        <StepExamples step={step} />
        <SlotList title={texts.inputs} slots={inputs} none={texts.noInputs} />
        <SlotList title={texts.outputs} slots={outputs} none={texts.noFiles} />
        <ReturnedValues text={ReturnSchema} />
        {HasParameters ? null : <p className="text-ink-2">{texts.thisStepTakesNoParameters}</p>}
      </div>
    </div>
  )
}

function ReturnedValues({ text }: { text: string | null }) {
  const values = Object.entries(readSchema(text)?.properties ?? {})
  if (values.length === 0) return null
  return (
    <section aria-labelledby="returned-values">
      <h2 id="returned-values" className="pb-1 font-semibold">
        {texts.returnedValues}
      </h2>
      <dl className={LIST}>
        {values.map(([name, field]) => (
          <div key={name} className={ENTRY}>
            <dt className="min-w-0">
              <span className="block truncate">{labelOf(field, name)}</span>
              <span className="mono-sm block truncate text-ink-3">{name}</span>
            </dt>
            <dd className="min-w-0">
              {field['x-unit'] === undefined
                ? typeText(field)
                : fill(texts.typeInUnit, typeText(field), field['x-unit'])}
              {field.description ? <span className="block text-ink-2">{field.description}</span> : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const LIST = 'grid grid-cols-[minmax(120px,200px)_minmax(0,1fr)] gap-x-4'
const ENTRY = 'col-span-2 grid grid-cols-subgrid border-t border-line py-2'

function SlotList({ title, slots, none }: { title: string; slots: readonly DataSlotSpecification[]; none: string }) {
  return (
    <section>
      <h2 className="pb-1 font-semibold">{title}</h2>
      {slots.length === 0 ? <p className="text-ink-2">{none}</p> : null}
      <dl className={LIST}>
        {slots.map((slot) => (
          <div key={slot.Name} className={ENTRY}>
            <dt className="min-w-0">
              <span className="block truncate">{slot.Title || slot.Name}</span>
              <span className="mono-sm block truncate text-ink-3">{slot.Name}</span>
            </dt>
            <dd className="min-w-0">
              {slotTypesLabel(slot.MediaType)}
              {slot.Description ? <span className="block text-ink-2">{slot.Description}</span> : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
