import { expect, it } from 'vitest'
import { deletedWorkflowFaults } from './deleted-workflows.ts'

it('names the nodes whose workflow was deleted', () => {
  const runs = (id: string, workData: string) => ({
    id,
    step: { function: 'execute_workflow' },
    inputs: { workflow: [{ workData }] },
  })
  const nodes = [{ id: 'plot', step: { function: 'plot_table' } }, runs('kept', '/1'), runs('gone', '/2')]

  expect(deletedWorkflowFaults({ version: 1, title: 'Outer', nodes }, new Set(['/2']))).toEqual([
    { pointer: '/nodes/2/inputs/workflow/0', message: 'The workflow that it runs was deleted. Choose another one.' },
  ])
})
