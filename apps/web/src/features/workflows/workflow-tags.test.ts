import { describe, expect, it } from 'vitest'
import { ownTags, retagged, tagsOfVersion, versionOf, workflowIdOf } from './workflow-tags.ts'

describe('the tags of a workflow', () => {
  const tags = tagsOfVersion(['project=rhine', 'version=1'], 'k3x', 4)

  it('link a version to the others', () => {
    expect(workflowIdOf(tags)).toBe('k3x')
    expect(versionOf(tags)).toBe(4)
    expect(ownTags(tags)).toEqual(['project=rhine'])
  })

  it('are absent from a definition that a program uploaded, which is version 1', () => {
    expect(workflowIdOf(['report'])).toBeUndefined()
    expect(versionOf(['report', 'version=soon'])).toBe(1)
  })

  it('are kept when the user chooses other tags', () => {
    expect(retagged(tags, ['report', 'workflow=other'])).toEqual(['report', 'workflow=k3x', 'version=4'])
  })
})
