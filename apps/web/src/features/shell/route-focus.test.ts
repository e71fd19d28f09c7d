import { beforeEach, describe, expect, it, vi } from 'vitest'
import { restoreFocus, savedFocus, saveFocus } from './route-focus.ts'

interface Part {
  id: string
  getAttribute(name: string): string | null
  closest(selector: string): unknown
  focus(): void
}

/** Returns a link or field in the content, with the members that moving the focus needs. */
function control(attributes: { href?: string; id?: string; isField?: boolean } = {}): Part {
  const element: Part = {
    id: attributes.id ?? '',
    getAttribute: (name: string) => (name === 'href' ? (attributes.href ?? null) : null),
    closest: (selector: string) => (selector === '#content' || attributes.isField ? content : null),
    focus: () => {
      page.activeElement = element
    },
  }
  return element
}

let parts: Part[] = []
const page = { activeElement: null as unknown, querySelector: () => content, querySelectorAll: () => [] }
const content = {
  closest: () => null,
  contains: (element: unknown) => parts.includes(element as Part),
  querySelector: (selector: string) =>
    parts.find(({ id, getAttribute }) => selector === `a[href="${getAttribute('href')}"]` || selector === `#${id}`),
  focus: () => {
    page.activeElement = content
  },
}

/** Replaces the content of the page. Afterwards, no element has the focus. */
function open(...controls: Part[]): void {
  parts = controls
  page.activeElement = null
}

vi.stubGlobal('document', page)
vi.stubGlobal('CSS', { escape: (text: string) => text })

beforeEach(() => savedFocus.clear())

describe('the focus on a new page', () => {
  it('is at the start of its content', () => {
    open(control({ href: '/jobs' }))

    restoreFocus('job')

    expect(page.activeElement).toBe(content)
  })

  it('stays in a field of the page, or where a fast reader has moved it', () => {
    const [link, field] = [control({ href: '/jobs/1' }), control({ isField: true })]
    open(link, field)
    saveFocus('jobs')

    for (const one of [field, link]) {
      one.focus()
      restoreFocus('job')
      expect(page.activeElement).toBe(one)
    }
  })
})

describe('the focus on a page that is opened again', () => {
  it.each([{ href: '/jobs/7' }, { id: 'search' }])('is where it was: %j', (attributes) => {
    const old = control(attributes)
    open(control({ href: '/jobs/1' }), old)
    old.focus()
    saveFocus('jobs')
    const drawnAgain = control(attributes)
    open(control({ href: '/jobs/1' }), drawnAgain)

    restoreFocus('jobs')

    expect(page.activeElement).toBe(drawnAgain)
  })

  it('is remembered for the last 50 entries of the history', () => {
    open()
    for (let entry = 0; entry < 60; entry++) saveFocus(`entry ${entry}`)
    saveFocus('entry 10')

    expect(savedFocus.size).toBe(50)
    expect([...savedFocus.keys()].slice(-2)).toEqual(['entry 59', 'entry 10'])
  })
})
