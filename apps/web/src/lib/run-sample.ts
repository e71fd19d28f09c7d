import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { rootQuery } from './entry-point.ts'
import { actionOf, runAction, type SirenAction } from './siren.ts'

/** Returns whether the server offers to run the sample, and a function that runs it. */
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
