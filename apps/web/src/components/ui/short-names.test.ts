import { expect, it } from 'vitest'
import { withShortNames } from './short-names.ts'

const parts = [
  { text: 'Überschwemmungsgefährdung für Köln', isName: true },
  { text: ' joined ', isName: false },
  { text: 'Rhine Lab', isName: true },
  { text: ' as owner', isName: false },
]
const said = (room: number) =>
  withShortNames(parts, room)
    .map(({ short }) => short)
    .join('')

it('leaves names whole where the sentence has room', () => {
  expect(said(60)).toBe('Überschwemmungsgefährdung für Köln joined Rhine Lab as owner')
})

it('cuts long names in the middle and leaves short names and words whole', () => {
  expect(said(50)).toBe('Überschwemmu…ng für Köln joined Rhine Lab as owner')
})

it('keeps some letters of each name however little room there is', () => {
  expect(said(10)).toBe('Überschwem…für Köln joined Rhine Lab as owner')
})

it('never cuts an email address', () => {
  const [name] = parts
  const short = withShortNames(
    [name!, { text: ' invited ', isName: false }, { text: 'mara.lindqvist@rhine-lab.example', isName: true }],
    10,
  )

  expect(short.map((part) => part.short)).toEqual([
    'Überschwem…für Köln',
    ' invited ',
    'mara.lindqvist@rhine-lab.example',
  ])
})
