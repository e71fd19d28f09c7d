import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { rootQuery } from './entry-point.ts'
import { actionOf, runAction, type SirenAction } from './siren.ts'
import { useIdempotent } from './use-idempotent.ts'

/**
 * Returns `run`, which runs the sample and is undefined if the server doesn’t offer the sample. `isKnown` is false
 * until the server has replied whether it does.
 */
export function useRunSample() {
  const queryClient = useQueryClient()
  const root = useQuery(rootQuery('JobsRoot'))
  const action = root.data && actionOf(root.data, 'RunSample')
  const once = useIdempotent()
  const run = useMutation({
    mutationFn: (offered: SirenAction) =>
      once(offered.href, (idempotencyKey) => runAction(offered, undefined, { idempotencyKey })),
    onSettled: () =>
      Promise.all(['jobs', 'work-data'].map((key) => queryClient.invalidateQueries({ queryKey: [key] }))),
  })
  return { isKnown: root.data !== undefined, run: action && (() => run.mutate(action)), isRunning: run.isPending }
}
