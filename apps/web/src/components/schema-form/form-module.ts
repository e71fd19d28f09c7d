import { useEffect, useState } from 'react'

let isLoaded = false

/** Loads the module that draws forms. */
export async function loadForm() {
  const loaded = await import('./rendered-form.tsx')
  isLoaded = true
  return loaded
}

/**
 * Starts to load the module that draws forms, and returns whether loading has finished. If loading failed, the
 * component that uses the module shows the error.
 */
export function useFormLoaded(): boolean {
  const [isSettled, setIsSettled] = useState(isLoaded)
  useEffect(() => {
    const settle = () => setIsSettled(true)
    loadForm().then(settle, settle)
  }, [])
  return isSettled
}
