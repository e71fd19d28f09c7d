import { describe, expect, it } from 'vitest'
import type { StepDocument } from './processing-steps.queries.ts'
import { compareVersions, familiesOf } from './versions.ts'

const step = (FunctionName: string, Version: string, OwnerId = 'me') =>
  ({
    class: [],
    properties: { FunctionName, Version, OwnerId },
    entities: [],
    actions: [],
    links: [],
  }) as unknown as StepDocument

describe('compareVersions', () => {
  it('counts numbers as numbers and puts a pre-release before its release', () => {
    const versions = ['1.10.0', '1.9.0', '2.0.0-beta', '2.0.0', '1.10', '0']

    expect(versions.toSorted(compareVersions)).toEqual(['0', '1.9.0', '1.10.0', '1.10', '2.0.0-beta', '2.0.0'])
  })
})

describe('familiesOf', () => {
  it('gathers the versions of a function under the newest, and keeps owners apart', () => {
    const families = familiesOf([
      step('clean', '1.2.0'),
      step('plot', '1.0.0'),
      step('clean', '1.10.0'),
      step('clean', '9.0.0', 'you'),
    ])

    expect(
      families.map(({ newest, older }) => [
        newest.properties.Version,
        older.map(({ properties }) => properties.Version),
      ]),
    ).toEqual([
      ['1.10.0', ['1.2.0']],
      ['1.0.0', []],
      ['9.0.0', []],
    ])
  })
})
