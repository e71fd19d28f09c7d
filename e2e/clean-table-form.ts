import type { Locator } from 'playwright-core'

/** Returns the field for the longest gap. Chooses a method first, because the field applies only if gaps are filled. */
export async function longestGap(panel: Locator): Promise<Locator> {
  const field = panel.getByRole('textbox', { name: 'Longest gap to fill', exact: true })
  const filling = panel.getByRole('group', { name: 'Fill gaps' })
  await panel.getByText('Outliers', { exact: true }).first().waitFor()
  if (!(await filling.isVisible())) await panel.getByText('Gaps', { exact: true }).click()
  await filling.getByText('Linear').click()
  return field
}
