const callbacks = new WeakMap<Element, () => void>()
const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) callbacks.get(target)?.()
})

/** Calls at once, whenever the element's size changes, and when the fonts have arrived. One observer serves all. */
export function watchSize(element: Element, onChange: () => void): () => void {
  callbacks.set(element, onChange)
  observer.observe(element)
  onChange()
  if (document.fonts.status !== 'loaded') void document.fonts.ready.then(() => callbacks.get(element)?.())
  return () => {
    callbacks.delete(element)
    observer.unobserve(element)
  }
}
