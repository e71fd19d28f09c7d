import { describe, expect, it } from 'vitest'
import { keyRefusal } from './key-access.ts'

const ID = '01900000-0000-7000-8000-00000000000a'
const may = (access: 'read' | 'run' | 'manage', method: string, path: string, steps: string[] = []) =>
  keyRefusal({ access, steps }, method, path) === undefined

describe('an API key', () => {
  it.each([
    ['GET', `/api/Job/${ID}`, true, true],
    ['POST', '/api/JobQuery/CreateQuery', true, true],
    ['POST', '/api/Job/CreateJob', false, true],
    ['POST', `/api/Job/${ID}/StartProcessing`, false, true],
    ['POST', `/api/Job/${ID}/InputDataSlot/0/SelectWorkData`, false, true],
    ['POST', '/api/WorkData/UploadWorkData', false, true],
    ['POST', '/api/Uploads', false, true],
    ['PATCH', `/api/Uploads/${ID}`, false, true],
    ['POST', `/api/WorkData/${ID}/Preview/QueryTables`, true, true],
    ['POST', `/api/ProcessingStep/${ID}/RunExample`, false, true],
    ['POST', `/api/Job/${ID}/Delete`, false, false],
    ['DELETE', `/api/WorkData/${ID}/Delete`, false, false],
    ['POST', '/api/ProcessingStep/RegisterNew', false, false],
    ['POST', '/api/Admin/SetJobsErrorState', false, false],
    ['POST', '/api/Job/CreateJob/CreateQuery/..', false, false],
    ['POST', '/api/Something/New', false, false],
    ['PATCH', '/api/Job/CreateJob', false, false],
  ])('sec/G3 is allowed or refused by its access: %s %s', (method, path, byRead, byRun) => {
    expect([may('read', method, path), may('run', method, path), may('manage', method, path)]).toEqual([
      byRead,
      byRun,
      true,
    ])
  })

  it('that is limited to some steps cannot use actions that run any step', () => {
    expect(may('manage', 'POST', '/api/Job/StartSweep', ['clean'])).toBe(false)
    expect(may('manage', 'POST', '/api/Job/StartSweep')).toBe(true)
    expect(may('run', 'POST', `/api/Job/${ID}/Execution/Continue`)).toBe(true)
  })
})
