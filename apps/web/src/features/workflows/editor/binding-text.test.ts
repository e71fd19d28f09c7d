import { expect, it } from 'vitest'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { ApiProblem } from '#lib/api.ts'
import { bindingText, fileText, sourceText } from './binding-text.ts'

it('says where values and work data come from', () => {
  expect(bindingText({ value: 'day' })).toBe('day')
  expect(bindingText({ value: ['a', 2] })).toBe('["a",2]')
  expect(bindingText({ variable: 'window' })).toBe('variable window')
  expect(bindingText({ node: 'clean', result: '/rows' })).toBe('result of clean at /rows')
  expect(bindingText({ item: '' })).toBe('current item')
  expect(sourceText({ variable: 'readings' })).toBe('variable readings')
  expect(sourceText({ node: 'clean', slot: 'cleaned' })).toBe('clean › cleaned')
  expect(sourceText({ node: 'clean', slot: 'cleaned' }, () => 'Clean readings')).toBe('Clean readings › cleaned')
  expect(sourceText({ item: '' })).toBe('current item')
})

it('calls a file deleted only if the server does not find it', () => {
  const data = { properties: { Name: 'levels.csv' } } as WorkDataDocument

  expect(fileText({ data, error: null })).toBe('levels.csv')
  expect(fileText({ error: null })).toBe('…')
  expect(fileText({ error: new ApiProblem(404, 'Not Found') })).toBe('a deleted file')
  expect(fileText({ error: new ApiProblem(0, '') })).toBe('a file whose name could not be loaded')
  expect(fileText({ error: new TypeError('Failed to fetch') })).toBe('a file whose name could not be loaded')
})
