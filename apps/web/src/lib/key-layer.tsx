import { createContext, type ReactNode, use, useEffect, useId } from 'react'

/** Open dialogs, the topmost last. */
const open: string[] = []

const KeyLayerContext = createContext<string | undefined>(undefined)

/** The content of an open dialog: its shortcuts work, those of the page beneath it do not. */
export function KeyLayer({ children }: { children: ReactNode }) {
  const id = useId()
  useEffect(() => {
    open.push(id)
    return () => void open.splice(open.indexOf(id), 1)
  }, [id])
  return <KeyLayerContext value={id}>{children}</KeyLayerContext>
}

/** The dialog around a component, or undefined on the page. */
export function useKeyLayer(): string | undefined {
  return use(KeyLayerContext)
}

/** Whether no dialog covers the layer. */
export function isOnTop(layer: string | undefined): boolean {
  return open.at(-1) === layer
}
