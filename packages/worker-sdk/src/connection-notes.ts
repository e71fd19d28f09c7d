/** Reports when the server stops responding and when it is back, instead of printing a line for every attempt. */
export function connectionNotes({ url, report }: { url: string; report(line: string): void }) {
  let down: { since: number } | undefined
  return {
    say: report,
    fault(error: unknown) {
      if (down) return
      down = { since: performance.now() }
      const reason = error instanceof Error ? error.message || error.name : String(error)
      report(`The server ${url} does not respond (${reason}). Retrying until it does.`)
    },
    answer() {
      if (!down) return
      report(`The server responds again after ${Math.round((performance.now() - down.since) / 1000)} s.`)
      down = undefined
    },
  }
}
