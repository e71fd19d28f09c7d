import { mediaTypeOfName } from '@millrace/contracts/media-types'
import type { ProcessingStepProperties } from '@millrace/contracts/processing-steps'
import { describe, expect, it } from 'vitest'
import type { SirenDocument } from '#lib/siren.ts'
import { compatibleSteps } from './compatible-steps.ts'

function step(Title: string, types: (string | null)[], facts: Partial<ProcessingStepProperties> = {}) {
  const InputDataSlotSpecification = types.map((MediaType, at) => ({
    Name: `slot ${at}`,
    Title: '',
    Description: '',
    MediaType,
    IsCollection: false,
    MinSlots: 1,
    MaxSlots: 1,
  }))
  const properties = {
    Title,
    FunctionName: Title,
    Version: '1.0.0',
    OwnerId: 'me',
    InputDataSlotSpecification,
    IsDeprecated: false,
    ...facts,
  }
  return {
    class: ['ProcessingStep'],
    properties,
    entities: [],
    actions: [],
    links: [],
  } as unknown as SirenDocument<ProcessingStepProperties>
}

describe('compatibleSteps', () => {
  it('lists only the newest version of a step', () => {
    const steps = [step('Table', ['text/csv']), step('Table', ['text/csv'], { Version: '1.10.0' })]

    expect(compatibleSteps(steps, { mediaType: 'text/csv' }).map(({ properties }) => properties.Version)).toEqual([
      '1.10.0',
    ])
  })

  it('lists steps that name the type before those that accept any type, and leaves out the others', () => {
    const steps = [
      step('Any', [null]),
      step('Picture', ['image/png']),
      step('Table', ['application/json', 'text/csv, text/plain']),
    ]

    expect(compatibleSteps(steps, { mediaType: 'text/csv' }).map(({ properties }) => properties.Title)).toEqual([
      'Table',
      'Any',
    ])
  })

  it('offers no table step for prose, code or settings', () => {
    const table = step('Table', ['text/csv, application/json, text/plain, application/gzip'])
    const offered = ['README.md', 'clean.py', 'query.sql', 'model.R', 'pyproject.toml'].filter(
      (name) => compatibleSteps([table], { mediaType: mediaTypeOfName(name) ?? '' }).length > 0,
    )

    expect(offered).toEqual([])
  })

  it('offers JSON steps for every type of JSON, and only for text with JSON', () => {
    const steps = [step('Any', [null]), step('JSON', ['application/json, application/*+json, text/plain'])]
    const offered = (mediaType: string, hasNoJson = false) =>
      compatibleSteps(steps, { mediaType, hasNoJson }).map(({ properties }) => properties.Title)

    expect(offered('application/problem+json')).toEqual(['JSON', 'Any'])
    expect(offered('application/vnd.siren+json')).toEqual(['JSON', 'Any'])
    expect(offered('text/plain')).toEqual(['JSON', 'Any'])
    expect(offered('text/plain', true)).toEqual(['Any'])
    expect(offered('image/svg+xml')).toEqual(['Any'])
  })

  it('lists steps for exactly this type before those for its family', () => {
    const steps = [step('JSON', ['application/*+json']), step('Figure', ['application/vnd.plotly.v1+json'])]
    const titles = compatibleSteps(steps, { mediaType: 'application/vnd.plotly.v1+json' })

    expect(titles.map(({ properties }) => properties.Title)).toEqual(['Figure', 'JSON'])
  })

  it('leaves out table steps if no table was found in the file', () => {
    const steps = [
      step('Table', ['text/csv, text/tab-separated-values, application/json']),
      step('Checksum', [null]),
      step('Text', ['text/*']),
    ]
    const titles = compatibleSteps(steps, { mediaType: 'text/csv', hasNoTable: true }).map(
      (fit) => fit.properties.Title,
    )

    expect(titles).toEqual(['Text', 'Checksum'])
  })

  it('leaves out deprecated steps and steps without an input', () => {
    const steps = [step('Old', ['text/csv'], { IsDeprecated: true }), step('Maker', [])]

    expect(compatibleSteps(steps, { mediaType: 'text/csv' })).toEqual([])
  })
})
