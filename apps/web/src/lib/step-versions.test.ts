import { describe, expect, it } from 'vitest'
import { compareVersions, familiesOf, newestSteps } from './step-versions.ts'

const step = (FunctionName: string, Version: string, OwnerId = 'me') => ({
  properties: { FunctionName, Version, OwnerId },
})

describe('compareVersions', () => {
  it('compares numbers by value and puts a pre-release before its release', () => {
    const versions = ['1.10.0', '1.9.0', '2.0.0-rc.10', '2.0.0-rc.2', '2.0.0', '1.10', '0']

    expect(versions.toSorted(compareVersions)).toEqual([
      '0',
      '1.9.0',
      '1.10.0',
      '1.10',
      '2.0.0-rc.2',
      '2.0.0-rc.10',
      '2.0.0',
    ])
  })
})

describe('familiesOf', () => {
  it('groups the versions of a function under the newest, and keeps owners apart', () => {
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

describe('newestSteps', () => {
  it('keeps one version of each step', () => {
    const steps = [step('clean', '1.0.0'), step('clean', '1.2.0'), step('plot', '3')]

    expect(newestSteps(steps).map((found) => found.properties.Version)).toEqual(['1.2.0', '3'])
  })
})
