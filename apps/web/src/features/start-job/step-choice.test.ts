import type { ProcessingStepProperties } from '@millrace/contracts/processing-steps'
import { document, link } from '@millrace/siren/build'
import { describe, expect, it } from 'vitest'
import type { StepDocument } from '#features/processing-steps/processing-steps.queries.ts'
import { stepOptions } from './step-choice.ts'

function step(FunctionName: string, Version: string, MediaType: string, Title = FunctionName): StepDocument {
  const slot = { Name: 'in', Title: '', Description: '', MediaType, IsCollection: false, MinSlots: 1, MaxSlots: 1 }
  const properties = {
    Title,
    FunctionName,
    Version,
    OwnerId: 'o',
    ShortDescription: null,
    Tags: [],
    Tasks: [],
    Categories: [],
    InputDataSlotSpecification: [slot],
  }
  return document('ProcessingStep', {
    properties: properties as unknown as ProcessingStepProperties,
    links: [link('self', `/api/step/${FunctionName}/${Version}`)],
  })
}

describe('stepOptions', () => {
  const steps = [
    step('any', '1', '', 'Any'),
    step('clean', '1', 'text/csv', 'Clean'),
    step('shrink', '1', 'image/png', 'Shrink'),
  ]
  const data = [{ href: '/d', name: 'a.csv', mediaType: 'text/csv', sizeInBytes: 1 }]

  it('puts those that fit best first, and also keeps the others', () => {
    expect(stepOptions(steps, data, '').map(({ step: found, fit }) => [found.properties.Title, fit.fits])).toEqual([
      ['Clean', true],
      ['Any', true],
      ['Shrink', false],
    ])
  })

  it('finds steps that contain every word', () => {
    expect(stepOptions(steps, data, 'CLE an').map(({ step: found }) => found.properties.Title)).toEqual(['Clean'])
  })
})
