import { MEDIA } from '@millrace/contracts/media-types'
import { EXECUTE_WORKFLOW } from '@millrace/contracts/system-steps'

/** The parts of a job that the script needs to run it. */
export interface PythonJob {
  origin: string
  name: string
  step: string
  version: string
  /** The job's own parameters, without the step's defaults. */
  parameters: Readonly<Record<string, unknown>>
  /** Input slots in order. A slot that takes several files is assigned a collection, even if it has only one file. */
  inputs: readonly { takesSeveral: boolean; files: readonly { name: string; url: string }[] }[]
  /** The first result that is a table: the index of its output slot, and its media type. */
  table: { slot: number; mediaType: string } | undefined
}

/** By media type: the pandas function that reads a table, and the package that pandas needs for it. */
const READERS: Readonly<Record<string, { read: string; needs?: string }>> = {
  [MEDIA.csv]: { read: 'read_csv' },
  [MEDIA.parquet]: { read: 'read_parquet', needs: 'pyarrow' },
  [MEDIA.xlsx]: { read: 'read_excel', needs: 'openpyxl' },
}

/** Returns whether pandas can read content of this type. */
export function isRead(mediaType: string): boolean {
  return Object.hasOwn(READERS, mediaType)
}

/**
 * Returns a script for the public Python client. The script runs the same job again, and reads the first table of the
 * results or, if there is none, saves all result files.
 */
export function pythonScript(job: PythonJob): string {
  const reader = job.table && READERS[job.table.mediaType]
  return [
    `# pip install ${['pinexq-client==1.1.0', ...(reader ? ['pandas', reader.needs ?? ''] : [])].join(' ').trim()}`,
    ...(reader ? ['import io'] : []),
    'import os',
    ...(reader ? ['', 'import pandas'] : []),
    'from pinexq.client.job_management.enterjma import create_pinexq_client',
    'from pinexq.client.job_management.model import JobStates',
    'from pinexq.client.job_management.tool import Job, WorkData',
    '',
    `client = create_pinexq_client(${pythonLiteral(job.origin)}, os.environ["MILLRACE_API_KEY"])`,
    `job = Job(client).create(${pythonLiteral(job.name)}).select_processing(${pythonLiteral(job.step)}, ${pythonLiteral(job.version)})`,
    ...configuring(job.parameters),
    ...job.inputs.flatMap(assigning),
    'job.start().wait_for_state(JobStates.completed, polling_interval_s=0.5)',
    '',
    'print(job.get_result())',
    ...(job.table && reader ? readingTable(job.table.slot, reader.read) : SAVING),
    ...(job.step === EXECUTE_WORKFLOW ? savingOutputs(job.origin) : []),
  ].join('\n')
}

function configuring(parameters: PythonJob['parameters']): string[] {
  const entries = Object.entries(parameters)
  if (entries.length === 0) return []
  return [
    'job.configure_parameters(**{',
    ...entries.map(([key, value]) => `    ${pythonLiteral(key)}: ${pythonLiteral(value)},`),
    '})',
  ]
}

function assigning({ takesSeveral, files }: PythonJob['inputs'][number], index: number): string[] {
  const read = files.map(
    ({ name, url }) => [`WorkData.from_url(client, ${pythonLiteral(url)})`, `  # ${onOneLine(name)}`] as const,
  )
  if (takesSeveral && read.length > 0) {
    return [
      `job.assign_collection_input_dataslot(${index}, work_data_instances=[`,
      ...read.map(([data, comment]) => `    ${data},${comment}`),
      '])',
    ]
  }
  return read.map(([data, comment]) => `job.assign_input_dataslot(${index}, work_data_instance=${data})${comment}`)
}

function readingTable(slot: number, read: string): string[] {
  return [
    `data = job.get_output_data_slots()[${slot}].assigned_workdatas[0]`,
    `table = pandas.${read}(io.BytesIO(data.download_link.download()))`,
    'print(table)',
  ]
}

const SAVING = [
  'for slot in job.get_output_data_slots():',
  '    for data in slot.assigned_workdatas:',
  '        with open(os.path.basename(data.name), "wb") as file:',
  '            file.write(data.download_link.download())',
]

/** Files are numbered, because runs of a node may write files with equal names. */
function savingOutputs(origin: string): string[] {
  return [
    'for output, paths in job.get_result()["outputs"].items():',
    '    for number, path in enumerate(paths, 1):',
    `        data = WorkData.from_url(client, ${pythonLiteral(origin)} + path)`,
    '        name = os.path.basename(data.work_data_hco.name)',
    '        with open(f"{output} {number} {name}", "wb") as file:',
    '            file.write(data.download())',
  ]
}

function pythonLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, item]) => `${pythonLiteral(key)}: ${pythonLiteral(item)}`)
    .join(', ')}}`
}

/** Joins the text of a comment into one line, because a line break would end the comment. */
function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
