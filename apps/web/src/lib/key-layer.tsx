import { createContext, type ReactNode, use, useEffect, useId } from 'react'

/** Open dialogs, the topmost last. */
const open: string[] = []

const KeyLayerContext = createContext<string | undefined>(undefined)

/** Wraps the content of an open dialog, so that its keyboard shortcuts work and those of the page beneath it don’t. */
export function KeyLayer({ children }: { children: ReactNode }) {
  const id = useId()
  useEffect(() => {
    open.push(id)
    return () => void open.splice(open.indexOf(id), 1)
  }, [id])
  return <KeyLayerContext value={id}>{children}</KeyLayerContext>
}

/** Returns the id of the dialog around a component. Undefined on the page. */
export function useKeyLayer(): string | undefined {
  return use(KeyLayerContext)
}

/** Returns whether no dialog covers the layer. */
export function isOnTop(layer: string | undefined): boolean {
  return open.at(-1) === layer
}
