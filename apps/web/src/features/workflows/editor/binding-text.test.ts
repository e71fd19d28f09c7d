import { expect, it } from 'vitest'
import { bindingText, sourceText } from './binding-text.ts'

it('says where values and work data come from', () => {
  expect(bindingText({ value: 'day' })).toBe('day')
  expect(bindingText({ value: ['a', 2] })).toBe('["a",2]')
  expect(bindingText({ variable: 'window' })).toBe('variable window')
  expect(bindingText({ node: 'clean', result: '/rows' })).toBe('result of clean at /rows')
  expect(bindingText({ item: '' })).toBe('current item')
  expect(sourceText({ variable: 'readings' })).toBe('variable readings')
  expect(sourceText({ node: 'clean', slot: 'cleaned' })).toBe('cleaned of clean')
  expect(sourceText({ node: 'clean', slot: 'cleaned' }, () => 'Clean readings')).toBe('cleaned of Clean readings')
  expect(sourceText({ item: '' })).toBe('current item')
})
