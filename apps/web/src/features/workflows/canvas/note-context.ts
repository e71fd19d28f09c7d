import { createContext } from 'react'

/** Changes the text of a note. */
export const NoteContext = createContext<(index: number, text: string) => void>(() => {})
