import { withDefaults } from '../default-parameters.ts'
import type { Step } from '../define-step.ts'
import { endOfOutput, type StepMessage, type StepRun, type WorkerMessage } from '../messages.ts'
import { failureOf } from './failure-of.ts'
import { type Line, stepContext } from './step-context-of.ts'

/**
 * Runs the main loop of a step's process: runs steps on request and reports the outcomes. Exits when the connection to
 * the worker closes.
 */
export function serveSteps(steps: readonly Step[]): Promise<void> {
  const home = process.cwd()
  let abort = new AbortController()
  const answers = new Map<number, (message: WorkerMessage) => void>()

  process.on('message', (message: WorkerMessage) => {
    if (message.type === 'run') void serve(message.run)
    else if (message.type === 'abort') abort.abort()
    else answers.get(message.request)?.(message)
  })

  async function serve(run: StepRun): Promise<void> {
    abort = new AbortController()
    answers.clear()
    const outcome = await runStep(steps, run, { signal: abort.signal, answers, report: send })
    process.chdir(home)
    process.stdout.write(`${endOfOutput(run.jobId)}\n`)
    process.stderr.write(`${endOfOutput(run.jobId)}\n`)
    send(outcome)
  }

  send({ type: 'ready' })
  return new Promise<void>((resolve) => {
    process.once('disconnect', resolve)
  }).then(() => process.exit(0))
}

async function runStep(steps: readonly Step[], run: StepRun, line: Line): Promise<StepMessage> {
  const step = steps.find((one) => one.functionName === run.functionName && one.version === run.version)
  try {
    if (!step) throw new Error(`This worker has no step ${run.functionName} ${run.version}.`)
    process.chdir(run.folder)
    const { context, written } = stepContext(
      { ...run, parameters: withDefaults(step.parameters, run.parameters) },
      line,
    )
    const result = await step.run(context)
    return { type: 'done', result, outputs: written }
  } catch (error) {
    const { failure, details } = failureOf(error, { folder: run.folder, title: step?.title ?? run.functionName })
    if (details) line.report({ type: 'log', stream: 'err', at: new Date().toISOString(), text: details })
    return { type: 'failed', ...failure }
  }
}

function send(message: StepMessage): void {
  process.send?.(message, undefined, undefined, () => {})
}
