/** What the page of an organization says, apart from labels and titles. */
export const ORGANIZATION_TEXTS = {
  readOnly: 'Ask an owner to change this.',
  twoFactor: {
    help: 'Members without two-factor authentication cannot use the organization until they turn it on.',
    required: 'Members need two-factor authentication.',
    optional: 'Two-factor authentication is optional.',
  },
  none: {
    title: 'No organization is active',
    text: 'Members of an organization share data, jobs and processing steps. Your own data stays private.',
  },
  invite: {
    help: 'Separate addresses with commas, spaces or line breaks.',
    byMail: 'Each person gets an email with a link, which works for 7 days.',
    byLink: 'This installation doesn’t send email. Copy each invitation’s link and pass it on. It works for 7 days.',
    missing: 'Enter at least one address.',
    alone: 'You are the only member.',
  },
  invitations: 'Sorted by expiry',
  member: {
    removal: 'They lose access to the organization’s data, jobs and steps. What they created is kept.',
    leaving:
      'You lose access to the organization’s data, jobs and steps. What you created is kept. To return, you need an invitation.',
  },
  teams: { none: 'No teams yet.' },
  roles: {
    owner: 'everything, including plan and deletion',
    admin: 'members, invitations, teams and roles',
    member: 'jobs, data and workflows',
    custom: 'jobs, data and workflows',
    help: 'Everyone in the organization can use its jobs, data and steps. A role gives its members additional permissions.',
  },
  team: {
    removal: 'Its members stay in the organization.',
  },
  role: {
    removal: 'Only roles without members can be deleted.',
  },
  data: 'Members, files, jobs with logs, comments and activity of this organization as a ZIP file. Only owners can download it.',
  deletion:
    'All of its jobs, work data, processing steps and API keys are deleted permanently, for all members. This cannot be undone.',
} as const

/** What a custom role can permit, in words. */
export const PERMISSION_TEXTS: readonly { resource: string; action: string; text: string }[] = [
  { resource: 'organization', action: 'update', text: 'Rename the organization' },
  { resource: 'member', action: 'update', text: 'Change roles and teams of members' },
  { resource: 'member', action: 'delete', text: 'Remove members' },
  { resource: 'invitation', action: 'create', text: 'Invite people' },
  { resource: 'invitation', action: 'cancel', text: 'Cancel invitations' },
  { resource: 'team', action: 'create', text: 'Create teams' },
  { resource: 'team', action: 'update', text: 'Rename teams' },
  { resource: 'team', action: 'delete', text: 'Delete teams' },
  { resource: 'ac', action: 'create', text: 'Create roles' },
  { resource: 'ac', action: 'update', text: 'Change roles' },
  { resource: 'ac', action: 'delete', text: 'Delete roles' },
]
