import { expect, it } from 'vitest'
import { ancestorsOf, jsonHits } from './json-hits.ts'
import type { JsonValue } from './json-rows.ts'

const FILE: JsonValue = { project: 'Rhine', stations: [{ name: 'Köln', 'a/b': null }, { river: 'RHINE' }] }

it('finds keys and values in any case, also inside folded values, but no container because of its content', () => {
  expect(jsonHits(FILE, 'rhine')).toEqual(['/project', '/stations/1/river'])
  expect(jsonHits(FILE, 'stations')).toEqual(['/stations'])
  expect(jsonHits(FILE, 'a/b')).toEqual(['/stations/0/a~1b'])
  expect(jsonHits(FILE, 'nothing')).toEqual([])
})

it('opens everything that contains the hit', () => {
  expect(ancestorsOf('/stations/0/a~1b')).toEqual(['', '/stations', '/stations/0'])
  expect(ancestorsOf('')).toEqual([])
})
