import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

const LINE_MAX = 64_000

/**
 * Returns a function that passes the lines of a stream to a listener, until a marker or the end of the stream. Overlong
 * lines are split, so a step cannot fill the worker's memory. Lines are dropped while there is no listener.
 */
export function printedLines(stream: Readable | null) {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let mark = ''
  let take = (_line: string) => {}
  let finish = () => {}

  function read(part: Buffer) {
    const lines = (rest + decoder.write(part)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) pass(line)
    if (rest.length > LINE_MAX) pass(rest)
    if (rest.length > LINE_MAX) rest = ''
  }

  function pass(line: string) {
    const at = mark ? line.indexOf(mark) : -1
    if (at < 0) return take(line.replace(/\r$/, ''))
    if (at > 0) take(line.slice(0, at))
    finish()
  }

  stream?.on('data', read)
  stream?.on('close', () => {
    if (rest) pass(rest)
    finish()
  })
  return (until: string, onLine: (line: string) => void) =>
    new Promise<void>((resolve) => {
      if (!stream || stream.destroyed) return resolve()
      mark = until
      take = onLine
      finish = () => {
        mark = ''
        take = () => {}
        resolve()
      }
    })
}
