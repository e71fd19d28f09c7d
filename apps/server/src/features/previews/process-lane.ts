import type { FairLane } from '#limiter/fair-lane.ts'
import { type PreviewProcess, type ProcessOptions, previewProcess } from './preview-process.ts'
import type { PreviewTask } from './preview-task.ts'

/**
 * Runs tasks in child processes, one for each task that the lane runs at a time. Waiting tasks are queued fairly by
 * owner.
 */
export function processLane(lane: FairLane, options: ProcessOptions) {
  const processes = Array.from({ length: lane.total }, () => previewProcess(options))
  const idle = [...processes]

  return {
    /** `onStart` is called with the process when the task starts. */
    run: <T extends PreviewTask>(account: string, task: T, onStart?: (process: PreviewProcess) => void) =>
      lane.run(account, async () => {
        // Takes the most recently used process, so that further processes start only when several owners need them.
        const process = idle.pop()
        if (!process) throw new Error('A lane runs more tasks than its limit.')
        try {
          onStart?.(process)
          return await process.run(task)
        } finally {
          idle.push(process)
        }
      }),
    /** The ids of the live child processes, for tests that kill them. */
    pids: () => processes.flatMap((process) => process.pid() ?? []),
    close(): void {
      for (const process of processes) process.close()
    },
  }
}
