import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { ensureRoot } from './entry-point.ts'
import { randomId } from './random-id.ts'
import { refusedValuesIn } from './refused-values.ts'
import { actionOf, runAction } from './siren.ts'
import { toast } from './toast.ts'

/** The common properties of all jobs of a sweep, and the parameters in which each job differs. */
export interface SweepPlan {
  name: string
  stepHref: string
  parameters: Record<string, unknown> | undefined
  /** URLs of work data, by the index of the slot. */
  inputs: readonly (readonly string[])[]
  tags: readonly string[]
  cells: readonly Record<string, unknown>[]
  /** The id of the sweep to extend. */
  sweep?: string
}

/** A plan whose inputs are created only when the sweep starts. */
export interface DeferredSweep {
  prepare: () => Promise<SweepPlan>
}

/** Starts either all jobs of a sweep or none, and opens the page of the sweep. */
export function useStartSweep(onStarted: () => void) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const ids = useRef({ text: '', id: '' })
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (asked: SweepPlan | DeferredSweep): Promise<string> => {
      const plan = 'prepare' in asked ? await asked.prepare() : asked
      const text = JSON.stringify(plan)
      if (ids.current.text !== text) ids.current = { text, id: newUuid() }
      const id = plan.sweep ?? ids.current.id
      const root = await ensureRoot(queryClient, 'JobsRoot')
      const action = actionOf(root, 'StartSweep')
      if (!action) throw new Error('Could not find StartSweep action')
      const body = {
        Name: plan.name,
        ProcessingStepUrl: plan.stepHref,
        ...(plan.parameters && { Parameters: JSON.stringify(plan.parameters) }),
        InputDataSlots: plan.inputs.map((urls) => ({ WorkDataUrls: urls })),
        Tags: plan.tags,
        Cells: plan.cells,
        SweepId: id,
      }
      await runAction(action, body, { idempotencyKey: ids.current.id }).catch((error: unknown) => {
        throw refusedValuesIn(error, plan.cells)
      })
      return id
    },
    onSuccess: (sweep) => {
      toast.success('Sweep started')
      onStarted()
      void navigate({ to: '/jobs/sweeps/$sweep', params: { sweep } })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['jobs'] }),
  })
}

function newUuid(): string {
  const hex = randomId()
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
