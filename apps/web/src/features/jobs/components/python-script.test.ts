import { describe, expect, it } from 'vitest'
import { type PythonJob, pythonScript } from './python-script.ts'

const JOB: PythonJob = {
  origin: 'https://millrace.example',
  name: 'Clean “river”',
  step: 'clean_table',
  version: '1.2.0',
  parameters: {},
  inputs: [{ takesSeveral: false, files: [{ name: 'river.csv', url: 'https://millrace.example/api/WorkData/1' }] }],
  table: { slot: 0, mediaType: 'text/csv' },
}

const scriptWith = (change: Partial<PythonJob>) => pythonScript({ ...JOB, ...change }).split('\n')

describe('a Python script of a job', () => {
  it('selects the step and version, assigns the files by slot, and reads a table as a data frame', () => {
    const lines = scriptWith({})

    expect(lines).toContain('job = Job(client).create("Clean “river”").select_processing("clean_table", "1.2.0")')
    expect(lines).toContain(
      'job.assign_input_dataslot(0, work_data_instance=WorkData.from_url(client, "https://millrace.example/api/WorkData/1"))  # river.csv',
    )
    expect(lines).toContain('table = pandas.read_csv(io.BytesIO(data.download_link.download()))')
    expect(lines.join('\n')).not.toContain('configure_parameters')
  })

  it('writes parameters as Python literals', () => {
    const parameters = { on: true, none: null, list: [1, 0.5, 'a"b\n'], deep: { 'not a name': false } }

    expect(scriptWith({ parameters })).toEqual(
      expect.arrayContaining([
        '    "on": True,',
        '    "none": None,',
        '    "list": [1, 0.5, "a\\"b\\n"],',
        '    "deep": {"not a name": False},',
      ]),
    )
  })

  it('assigns a collection to a slot for several files, and keeps a name with line breaks in its comment', () => {
    const files = [{ name: 'a\nimport os', url: 'https://millrace.example/api/WorkData/1' }]

    expect(scriptWith({ inputs: [{ takesSeveral: true, files }] })).toContain(
      '    WorkData.from_url(client, "https://millrace.example/api/WorkData/1"),  # a import os',
    )
  })

  it('saves results that aren’t tables', () => {
    expect(scriptWith({ table: undefined }).at(-1)?.trim()).toBe('file.write(data.download_link.download())')
  })

  it('saves the outputs that a workflow names', () => {
    expect(scriptWith({ table: undefined, step: 'execute_workflow' })).toContain(
      'for output, paths in job.get_result()["outputs"].items():',
    )
  })
})
