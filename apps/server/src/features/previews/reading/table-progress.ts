import { readFile, stat } from 'node:fs/promises'
import type { Engine } from '@millrace/tables/engine'
import { readHead } from '@millrace/tables/file-format'

const REPORT_MS = 500
/**
 * Progress after each stage, as a share of the total time: after the file has been read twice to check it (`CHECKED`),
 * after it has been copied (`COPIED`), and after types have been detected, values written and columns profiled
 * (`STAGES`).
 */
const CHECKED = 0.1
const COPIED = 0.42
const STAGES = [0.6, 0.87, 0.99]
/** The fraction to which each long statement reduces the rest of a stage. */
const LEFT = 1 / 3
const CHECKING_PASSES = 2
const MAGIC = { gzip: '\x1f\x8b', zip: 'PK' }

/**
 * Reports the progress of reading a text file as a table, from 0 to 1. Up to `COPIED`, progress is measured in bytes
 * read. After that, each long statement of the engine counts as two thirds of what remains of its stage.
 */
export async function tableProgress(
  path: string,
  engine: Pick<Engine, 'progress'>,
  report: (progress: number) => void,
) {
  const { size } = await stat(path)
  const isPlain = !Object.values(MAGIC).includes((await readHead(path, 2)).toString('latin1'))
  const before = await bytesRead()
  let stage = 0
  let started = 0
  let shown = 0
  let hasEnded = false

  function progressAt(passes: number): number {
    const { statements, share } = engine.progress()
    if (stage === 0 && passes < CHECKING_PASSES + 1) started = statements
    if (stage === 0 && passes < CHECKING_PASSES) return (CHECKED * passes) / CHECKING_PASSES
    if (stage === 0 && passes < CHECKING_PASSES + 1) return CHECKED + (COPIED - CHECKED) * (passes - CHECKING_PASSES)
    const from = STAGES[stage - 1] ?? COPIED
    return from + ((STAGES[stage] ?? 1) - from) * (1 - LEFT ** (statements - started + share))
  }

  const timer = setInterval(async () => {
    const passes = ((await bytesRead()) - before) / Math.max(1, size)
    // The engine may have been closed while the bytes were read.
    if (hasEnded) return
    const progress = progressAt(passes)
    if (progress <= shown) return
    shown = progress
    report(progress)
  }, REPORT_MS)
  if (!isPlain || before === 0) clearInterval(timer)
  return {
    next(): void {
      stage += 1
      started = engine.progress().statements
    },
    end(): void {
      hasEnded = true
      clearInterval(timer)
    },
  }
}

/** Returns how many bytes this process has read so far. Returns 0 on systems without /proc. */
async function bytesRead(): Promise<number> {
  const text = await readFile('/proc/self/io', 'utf8').catch(() => '')
  return Number(/^rchar: (\d+)/m.exec(text)?.[1] ?? 0)
}
