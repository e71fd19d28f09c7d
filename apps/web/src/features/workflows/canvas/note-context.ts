import { createContext } from 'react'

export const NoteContext = createContext<(index: number, text: string) => void>(() => {})
