const MOST_TRIES = 4
/** Longer waits, such as after wrong passwords, are reported to the user. */
const LONGEST_WAIT_SECONDS = 5

/**
 * Sends a request and repeats it while the server replies 429 because it already has too many requests of this user. Such
 * a request had no effect. Waits as long as the server says.
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
