import { isValid } from '@millrace/parameters/faults'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import type { RJSFSchema, ValidationData, ValidatorType } from '@rjsf/utils'
import type { Parameters } from './defaults.ts'

/**
 * Besides showing errors, rjsf uses a validator to decide which branch of a choice the data belongs to. The form finds
 * and shows faults itself (see faults.ts), so this one reports none.
 */
export const rjsfValidator: ValidatorType<Parameters, RJSFSchema> = {
  validateFormData: (): ValidationData<Parameters> => ({ errors: [], errorSchema: {} }),

  isValid(schema, formData, rootSchema) {
    return isValid(schema as JsonSchema, formData, rootSchema as JsonSchema)
  },

  rawValidation: () => ({ errors: [] }),
}
