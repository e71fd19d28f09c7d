import type { ProblemBody } from '@millrace/contracts/problems'
import { ApiProblem, callJson, readProblem } from '#lib/api.ts'
import { whileSessionChanges } from '#lib/signed-out.ts'

const UNKNOWN_ERROR = {
  status: 500,
  title: 'Unknown error',
  detail: 'An error occurred on creating the grant. Please try again later.',
} satisfies Partial<ProblemBody>

/**
 * Sets the new password that an administrator requires. If the server refuses, throws ApiProblem: with the server's
 * reason or, if the reply can't be parsed, with `UNKNOWN_ERROR`.
 */
export async function changeRequiredPassword(body: { password: string; newPassword: string }): Promise<object> {
  const send = () =>
    fetch('/api/account/required-password-change', {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const reply = await whileSessionChanges(send)
  if (reply.ok) return {}
  const problem = (await reply.json().catch(() => undefined)) as Record<string, unknown> | undefined
  if (problem === undefined) throw new ApiProblem(UNKNOWN_ERROR.status, reply.statusText, UNKNOWN_ERROR)
  throw new ApiProblem(reply.status, reply.statusText, readProblem(problem))
}

/** Redeems the single-use token of an emailed link: an address is confirmed, changed, or changed back (`undone`). */
export function verifyEmail(token: string): Promise<{ undone?: boolean }> {
  return callJson('/api/auth/verify-email', { method: 'POST', body: { token } })
}
