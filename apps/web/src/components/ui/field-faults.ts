import { createContext } from 'react'

/** Error messages of the fields of a form, by the id of the input. */
export type FieldFaults = Record<string, string>
export const FieldFaultsContext = createContext<FieldFaults>({})
