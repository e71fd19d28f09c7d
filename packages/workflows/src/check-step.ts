import type { Fault } from '@millrace/contracts/problems'
import type { Budget } from '@millrace/parameters/budget'
import { faultsOf } from '@millrace/parameters/faults'
import { ownValue, type PathPart, pointerOf } from '@millrace/parameters/pointer'
import type { Source, WorkflowDefinition, WorkflowNode } from './definition.ts'
import { slotsFit } from './slots-fit.ts'
import type { StepSlot, StepVersion } from './steps.ts'
import { typesFit, typeText } from './types-fit.ts'

/** Returns the step that a node of the workflow runs, or undefined if it is unknown. */
export type StepOf = (nodeId: string) => StepVersion | undefined

/** Returns the faults of a node’s parameters and inputs, according to its step. */
export function checkStep(
  node: WorkflowNode,
  at: PathPart[],
  { step, stepOf, variables = {}, budget }: StepCheck,
): Fault[] {
  return [
    ...parameterFaults(node, at, step, budget),
    ...variableFaults(node, at, step, variables),
    ...inputFaults(node, at, step, stepOf),
  ]
}

interface StepCheck {
  step: StepVersion
  stepOf: StepOf
  variables: WorkflowDefinition['variables']
  budget: Budget
}

function variableFaults(
  { parameters = {} }: WorkflowNode,
  at: PathPart[],
  step: StepVersion,
  variables: NonNullable<WorkflowDefinition['variables']>,
): Fault[] {
  return Object.entries(parameters).flatMap(([name, { variable }]) => {
    const from = variable === undefined ? undefined : ownValue(variables, variable)
    const to = ownValue(step.parameters?.properties, name)
    if (!from || !to || typesFit(from, to)) return []
    const message = `The variable “${variable}” is ${typeText(from)}, but the parameter “${name}” accepts ${typeText(to)}.`
    return [{ pointer: pointerOf([...at, 'parameters', name]), message }]
  })
}

function parameterFaults(
  { parameters = {} }: WorkflowNode,
  at: PathPart[],
  step: StepVersion,
  budget: Budget,
): Fault[] {
  const known = step.parameters?.properties ?? {}
  const faults: Fault[] = Object.keys(parameters)
    .filter((name) => !Object.hasOwn(known, name) && step.parameters?.additionalProperties !== true)
    .map((name) => ({
      pointer: pointerOf([...at, 'parameters', name]),
      message: `${step.functionName} has no parameter “${name}”.${listNames(' It has', Object.keys(known))}`,
    }))
  for (const name of step.parameters?.required ?? []) {
    const hasDefault = ownValue(known, name)?.default !== undefined
    if (Object.hasOwn(parameters, name) || hasDefault) continue
    faults.push({ pointer: pointerOf([...at, 'parameters', name]), message: `The parameter “${name}” is missing.` })
  }
  if (!step.parameters) return faults
  const constants = Object.fromEntries(
    Object.entries(parameters).flatMap(([name, { value }]) =>
      value !== undefined && Object.hasOwn(known, name) ? [[name, value]] : [],
    ),
  )
  for (const { pointer, message } of faultsOf(step.parameters, constants, { partial: true, budget })) {
    const [, name = '', ...rest] = pointer.split('/')
    faults.push({ pointer: `${pointerOf([...at, 'parameters'])}/${[name, 'value', ...rest].join('/')}`, message })
  }
  return faults
}

function inputFaults({ inputs = {} }: WorkflowNode, at: PathPart[], step: StepVersion, stepOf: StepOf): Fault[] {
  const faults: Fault[] = []
  for (const [name, sources] of Object.entries(inputs)) {
    const path = [...at, 'inputs', name]
    const slot = step.inputs.find((candidate) => candidate.name === name)
    if (!slot && step.isOpen) continue
    if (!slot) {
      const names = step.inputs.map((candidate) => candidate.name)
      faults.push({
        pointer: pointerOf(path),
        message: `${step.functionName} has no input “${name}”.${listNames(' It has', names)}`,
      })
      continue
    }
    if (slot.maxSlots !== null && sources.length > slot.maxSlots) {
      const most = slot.maxSlots === 1 ? 'one file' : `${slot.maxSlots} files`
      faults.push({ pointer: pointerOf(path), message: `The input “${name}” accepts at most ${most}.` })
    }
    for (const [index, source] of sources.entries()) {
      const message = typeFault(source, slot, stepOf)
      if (message) faults.push({ pointer: pointerOf([...path, index]), message })
    }
  }
  for (const { name, minSlots } of step.inputs) {
    if (minSlots > 0 && !ownValue(inputs, name)?.length)
      faults.push({ pointer: pointerOf([...at, 'inputs', name]), message: `The input “${name}” is missing.` })
  }
  return faults
}

function typeFault({ node, slot: outputName }: Source, input: StepSlot, stepOf: StepOf): string | undefined {
  const producer = node === undefined ? undefined : stepOf(node)
  if (!producer) return undefined
  const output = producer.outputs.find(({ name }) => name === outputName)
  if (!output || slotsFit(output, input)) return undefined
  return `The input “${input.name}” accepts ${input.mediaType}, but “${output.name}” of “${node}” is ${output.mediaType}.`
}

/** Formats a list of names, as in ` It has “a”, “b”.` */
export function listNames(start: string, names: readonly string[]): string {
  return names.length === 0 ? '' : `${start} ${names.map((name) => `“${name}”`).join(', ')}.`
}
