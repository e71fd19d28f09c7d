import { LIMITS, ORGANIZATION_SLUG } from '@millrace/contracts/limits'

/** Converts a name to a slug: `Rhein-Labor Köln` → `rhein-labor-koln`. Empty if no character is usable. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LIMITS.organizationSlugMax)
    .replace(/^-|-$/g, '')
}

export function isSlug(text: string): boolean {
  return text.length <= LIMITS.organizationSlugMax && ORGANIZATION_SLUG.test(text)
}
