import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { rootQuery } from './entry-point.ts'
import { actionOf, runAction, type SirenAction } from './siren.ts'

/** The jobs of the sample: whether they are offered, and what starts them. */
export function useRunSample() {
  const queryClient = useQueryClient()
  const root = useQuery(rootQuery('JobsRoot'))
  const action = root.data && actionOf(root.data, 'RunSample')
  const run = useMutation({
    mutationFn: (offered: SirenAction) => runAction(offered),
    onSettled: () =>
      Promise.all(['jobs', 'work-data'].map((key) => queryClient.invalidateQueries({ queryKey: [key] }))),
  })
  return { isKnown: root.data !== undefined, run: action && (() => run.mutate(action)), isRunning: run.isPending }
}
