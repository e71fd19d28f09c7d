import { toast } from './toast.ts'

/** Time during which an action can be undone. Another action of the same kind restarts the time for both. */
const UNDO_MS = 10_000
const MAX_PARALLEL_ITEMS = 3

interface Undoable {
  undos: (() => Promise<unknown>)[]
  timer: ReturnType<typeof setTimeout>
}

const kinds = new Map<string, Undoable>()

/** Shows an undo toast. Actions of one kind within 10 s share it (`5 jobs hidden`), and Undo reverts all of them. */
export function reportUndoable(words: (count: number) => string, undos: readonly (() => Promise<unknown>)[]): void {
  const kind = words(1)
  const before = kinds.get(kind)
  clearTimeout(before?.timer)
  const all = [...(before?.undos ?? []), ...undos]
  kinds.set(kind, { undos: all, timer: setTimeout(() => kinds.delete(kind), UNDO_MS) })
  toast.success(words(all.length), {
    id: kind,
    durationMs: UNDO_MS,
    action: {
      label: 'Undo',
      run: () => {
        clearTimeout(kinds.get(kind)?.timer)
        kinds.delete(kind)
        void forEachLimited(all, (undo) => undo().catch(ignore))
      },
    },
  })
}

/** Runs `work` for each item, a few items at a time. */
export async function forEachLimited<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = [...items]
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: MAX_PARALLEL_ITEMS }, worker))
}

/** Ignores errors, because the query client reports failed actions. */
function ignore(): void {}
