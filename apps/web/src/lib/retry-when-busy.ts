const MOST_TRIES = 4
/**
 * Longest wait before a retry. If the server requires a longer wait, as after wrong passwords, the user sees its reply.
 */
const LONGEST_WAIT_SECONDS = 5

/**
 * Sends a request, and retries while the server replies 429 because this user has too many requests in progress. A
 * request rejected this way had no effect. Waits as long as the server says. Resolves with the rejection after the last
 * try, or if the server requires a longer wait.
 */
export async function retryWhenBusy(send: () => Promise<Response>, signal?: AbortSignal): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const reply = await send()
    const seconds = Number(reply.headers.get('retry-after') ?? Number.POSITIVE_INFINITY)
    if (reply.status !== 429 || seconds > LONGEST_WAIT_SECONDS || tries === MOST_TRIES) return reply
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    signal?.throwIfAborted()
  }
}
