import { titleOfFile } from '@millrace/workflows/file-title'
import { expect, it } from 'vitest'
import { fileNameOf } from './workflow-name.ts'

it('names the file of a workflow after its title, and the workflow after its file', () => {
  expect(fileNameOf('Daily discharge, Rhine')).toBe('Daily discharge, Rhine.workflow.json')
  expect(titleOfFile('Daily discharge, Rhine.workflow.json')).toBe('Daily discharge, Rhine')
  expect(titleOfFile('chain.json')).toBe('chain')
})

it('leaves out what file names cannot contain', () => {
  expect(fileNameOf('In/out\n')).toBe('In out.workflow.json')
  expect(fileNameOf('/')).toBe('Workflow.workflow.json')
})
