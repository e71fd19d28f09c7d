import type { MouseEvent } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { isRowPress, isTabPress } from './row-press.ts'

afterEach(() => vi.unstubAllGlobals())

const ROW = { name: 'row' }

function press(keys: Partial<MouseEvent> = {}, selected?: object): boolean {
  const isCollapsed = selected === undefined
  vi.stubGlobal('getSelection', () => ({ isCollapsed, containsNode: (node: object) => node === selected }))
  return isRowPress({ target: { closest: () => null }, currentTarget: ROW, ...keys } as unknown as MouseEvent)
}

it('opens a row with a plain press', () => {
  expect(press()).toBe(true)
  expect(press({}, { name: 'text elsewhere' })).toBe(true)
})

it('opens no row with a press with a modifier key, on a control, or at the end of a selection in the row', () => {
  expect(press({ ctrlKey: true })).toBe(false)
  expect(press({ metaKey: true })).toBe(false)
  expect(press({ target: { closest: () => ({}) } as unknown as EventTarget })).toBe(false)
  expect(press({}, ROW)).toBe(false)
})

it('opens a row in a new tab with the middle button or a modifier key, but not from a control', () => {
  const target = { closest: () => null } as unknown as EventTarget
  const isNewTab = (event: Partial<MouseEvent>) =>
    isTabPress({ target, button: 0, ctrlKey: false, metaKey: false, ...event } as MouseEvent)

  expect([{ button: 1 }, { ctrlKey: true }, { metaKey: true }].map(isNewTab)).toEqual([true, true, true])
  expect([{}, { button: 2, ctrlKey: true }].map(isNewTab)).toEqual([false, false])
  expect(isNewTab({ button: 1, target: { closest: () => ({}) } as unknown as EventTarget })).toBe(false)
})
