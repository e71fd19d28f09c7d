import { expect, it } from 'vitest'
import { type EditorAddress, firstSession, sessionAt } from './editor-session.ts'

const address = (parts: Partial<EditorAddress>): EditorAddress => ({
  link: undefined,
  fromJobs: undefined,
  continues: undefined,
  ...parts,
})

it.each([
  [{}, { link: 'a' }],
  [{ link: 'a' }, { link: 'b' }],
  [{ fromJobs: 'a' }, { fromJobs: 'b' }],
  [{ link: 'a' }, { link: 'a', continues: 'x' }],
  [{ link: 'a', continues: 'x' }, { link: 'a' }],
])('a new session starts when the user goes from %j to %j', (from, to) => {
  const session = sessionAt(firstSession(address(from)), address(to))

  expect(session).toEqual({ number: 1, began: address(to), now: address(to), own: [] })
})

it('the session continues when the editor itself changes the URL', () => {
  const [unsaved, saved, other] = [address({ fromJobs: 'a' }), address({ link: 'b' }), address({ link: 'c' })]
  const first = { ...firstSession(unsaved), own: [saved] }

  const kept = sessionAt(first, saved)
  expect(kept).toEqual({ ...first, now: saved })
  expect(sessionAt(kept, saved)).toBe(kept)
  expect(sessionAt(sessionAt(kept, other), saved).number).toBe(2)
})
