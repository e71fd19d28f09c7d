import { afterEach, describe, expect, it, vi } from 'vitest'
import { changeRequiredPassword } from './account.calls.ts'

const passwords = { password: 'the old password', newPassword: 'still water runs deep' }
const answers = (reply: Response) => vi.stubGlobal('fetch', () => Promise.resolve(reply))

afterEach(() => void vi.unstubAllGlobals())

describe('a required change of the password', () => {
  it('resolves with an empty object', async () => {
    answers(Response.json({}))

    expect(await changeRequiredPassword(passwords)).toEqual({})
  })

  it('fails with the error that the server sent', async () => {
    answers(Response.json({ title: 'Invalid', detail: 'The password is too common.' }, { status: 422 }))

    await expect(changeRequiredPassword(passwords)).rejects.toMatchObject({
      status: 422,
      title: 'Invalid',
      detail: 'The password is too common.',
    })
  })

  it('fails with the default error if the reply cannot be read', async () => {
    answers(new Response('<html>Bad gateway</html>', { status: 502 }))

    await expect(changeRequiredPassword(passwords)).rejects.toMatchObject({
      status: 500,
      title: 'Unknown error',
      detail: 'An error occurred on creating the grant. Please try again later.',
    })
  })
})
