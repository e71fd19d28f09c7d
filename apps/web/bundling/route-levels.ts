/**
 * Returns the levels of the route whose screen is in these modules: `_app/jobs/index` -> `_app`, `_app/jobs`,
 * `_app/jobs/index`.
 */
export function routeLevels(moduleIds: readonly string[]): string[][] {
  return moduleIds.flatMap((id) => {
    const route = /\/src\/routes\/(.+)\.tsx\?tsr-split/.exec(id)?.[1]
    if (route === undefined) return []
    const parts = route.replaceAll('.', '/').split('/')
    return [parts.map((_, depth) => parts.slice(0, depth + 1).join('/'))]
  })
}
