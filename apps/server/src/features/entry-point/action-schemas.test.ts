import { expect, it } from 'vitest'
import { actionSchemas } from './action-schemas.ts'

it.each([...actionSchemas])(
  '%s has no choices, references or null, which generic clients can’t show',
  (_name, text) => {
    expect(text).not.toMatch(/"(anyOf|oneOf|\$ref)":|"null"|:null/)
  },
)
