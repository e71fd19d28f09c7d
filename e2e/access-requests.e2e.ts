import { randomUUID } from 'node:crypto'
import { inject, it } from 'vitest'
import { allowConsoleErrors, asNewUser, expectAccessible } from './browser.ts'
import { openFile, uploadAs } from './files.ts'
import { outboxMail } from './mail.ts'
import { callApi } from './people.ts'

it('asks for a file, gets a copy in the shared organization, and opens it from the email', async () => {
  const tag = randomUUID().slice(0, 8)
  const [mara, ben] = await Promise.all([
    asNewUser({ name: `Mara Lindqvist ${tag}` }),
    asNewUser({ name: `Ben Achterberg ${tag}` }),
  ])
  await callApi(mara, '/organization/create', { name: `Rhine Lab ${tag}`, slug: randomUUID() })
  const { user } = await callApi<{ user: { email: string } }>(ben, '/get-session')
  const owner = await callApi<{ user: { email: string } }>(mara, '/get-session')
  const { id } = await callApi<{ id: string }>(mara, '/organization/invite-member', {
    email: user.email,
    role: 'member',
  })
  await callApi(ben, '/organization/accept-invitation', { invitationId: id })
  await callApi(ben, '/organization/set-active', { organizationId: null })
  await callApi(mara, '/organization/set-active', { organizationId: null })
  await uploadAs(mara, 'cochem.csv')
  await openFile(mara, 'cochem.csv')

  allowConsoleErrors(/status of 404/)
  await ben.goto(new URL(mara.url()).pathname)
  await ben.getByRole('button', { name: 'Request access', exact: true }).waitFor()
  await expectAccessible(ben)
  await ben.getByRole('button', { name: 'Request access', exact: true }).click()
  await ben.getByText('If it exists, its owner has been notified.').waitFor()

  const request = await outboxMail(inject('productData'), owner.user.email, 'requested access')
  // The open page shows the request without a reload.
  await mara.getByText(`Giving access creates a copy for Rhine Lab ${tag}.`).waitFor()
  await mara.goto(new URL(request.link).pathname)
  await mara.getByText(`Giving access creates a copy for Rhine Lab ${tag}.`).waitFor()
  await expectAccessible(mara)
  await mara.getByRole('button', { name: 'Give access', exact: true }).click()
  await mara.getByRole('region', { name: 'Access requests', exact: true }).waitFor({ state: 'detached' })

  const given = await outboxMail(inject('productData'), user.email, 'gave you access')
  await ben.goto(new URL(given.link).pathname)
  await ben.getByRole('button', { name: new RegExp(`Rhine Lab ${tag}.*switch workspace`) }).waitFor()
  await ben.getByRole('heading', { name: 'cochem.csv', exact: true }).waitFor()
})

it('asks for a job of an organization, is invited to it, and opens the job as a member', async () => {
  const tag = randomUUID().slice(0, 8)
  const [mara, ben] = await Promise.all([
    asNewUser({ name: `Mara Lindqvist ${tag}` }),
    asNewUser({ name: `Ben Achterberg ${tag}` }),
  ])
  await callApi(mara, '/organization/create', { name: `Rhine Lab ${tag}`, slug: randomUUID() })
  const { user } = await callApi<{ user: { email: string } }>(ben, '/get-session')
  await mara.request.post('/api/Job/CreateJob', {
    data: { Name: `Levels ${tag}` },
    headers: { origin: new URL(mara.url()).origin },
  })
  await mara.goto('/jobs')
  await mara.getByRole('link', { name: `Levels ${tag}` }).click()
  await mara.getByRole('heading', { level: 1, name: `Levels ${tag}` }).waitFor()

  allowConsoleErrors(/status of 404/)
  await ben.goto(new URL(mara.url()).pathname)
  await ben.getByRole('button', { name: 'Request access', exact: true }).click()
  await ben.getByText('If it exists, its owner has been notified.').waitFor()
  const requests = mara.getByRole('region', { name: 'Access requests', exact: true })
  await requests.getByRole('button', { name: 'Invite', exact: true }).click()
  await requests.getByRole('button', { name: 'Invited', exact: true }).waitFor()
  await expectAccessible(mara)
  const { link } = await outboxMail(inject('productData'), user.email, `Rhine Lab ${tag}`)
  await callApi(ben, '/organization/accept-invitation', { invitationId: new URL(link).pathname.split('/').at(-1) })

  await ben.goto(new URL(mara.url()).pathname)
  await ben.getByRole('heading', { level: 1, name: `Levels ${tag}` }).waitFor()
  await mara.reload()
  await mara.getByRole('heading', { level: 1, name: `Levels ${tag}` }).waitFor()
  await requests.waitFor({ state: 'detached' })
})
