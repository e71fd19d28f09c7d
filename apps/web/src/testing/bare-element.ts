import { vi } from 'vitest'

/** Returns an element for tests, with the members that React needs to render a component without output. */
export function bareElement(): HTMLElement {
  const addEventListener = () => {}
  const defaultView = { HTMLIFrameElement: class {}, event: undefined }
  vi.stubGlobal('window', defaultView)
  const ownerDocument = { nodeType: 9, addEventListener, defaultView, activeElement: null, body: null }
  return { nodeType: 1, tagName: 'DIV', addEventListener, ownerDocument } as unknown as HTMLElement
}
