import { createContext } from 'react'

/** What is wrong with the fields of a form, by the ids of their inputs. */
export type FieldFaults = Record<string, string>
export const FieldFaultsContext = createContext<FieldFaults>({})
