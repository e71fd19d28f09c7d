import { LIMITS, ORGANIZATION_SLUG } from '@millrace/contracts/limits'

/** `Rhein-Labor Köln` → `rhein-labor-koln`: letters, digits and dashes, empty when nothing of the name fits. */
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

/** Whether a text is valid as the short name of an organization. */
export function isSlug(text: string): boolean {
  return text.length <= LIMITS.organizationSlugMax && ORGANIZATION_SLUG.test(text)
}
