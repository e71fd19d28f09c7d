/** Texts of the organization page, apart from labels and titles. */
export const ORGANIZATION_TEXTS = {
  readOnly: 'Ask an owner to change this.',
  twoFactor: {
    help: 'Members without it can’t open this organization.',
    required: 'Members need two-factor authentication.',
    optional: 'Two-factor authentication is optional.',
  },
  none: {
    title: 'You’re not in an organization',
    text: 'Members of an organization share data, jobs and processing steps. Your own data stays private.',
  },
  invite: {
    help: 'Separate addresses with commas, spaces or line breaks.',
    byMail: 'Each person gets an email with a link, which works for 7 days.',
    byLink: 'This server doesn’t send email. Copy each invitation’s link and pass it on. It works for 7 days.',
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
    owner: 'Full access, including deleting the organization',
    admin: 'Manage members, invitations, teams and roles',
    member: 'Create and run jobs and workflows, use shared data',
    custom: 'Create and run jobs and workflows, use shared data',
    help: 'Everyone in the organization can use its jobs, data and steps. A role gives its members additional permissions.',
  },
  team: {
    removal: 'Its members stay in the organization.',
  },
  role: {
    removal: 'Only roles without members can be deleted.',
  },
  data: 'Download this organization’s members, files, jobs (with logs), comments and activity as a ZIP file.',
  deletion:
    'All of its jobs, work data, private processing steps and API keys are deleted permanently, for all members. This can’t be undone.',
} as const

/** Labels of the permissions that a custom role can have. */
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

export const invitations = 'Invitations'
export const expires = 'Expires'
export const copyLink = 'Copy link'
export const resend = 'Resend'
export const cancel = 'Cancel'
export const invite = 'Invite'
export const emailAddresses = 'Email addresses'
export const role = 'Role'
export const members = 'Members'
export const noMembers = 'No members'
export const searchMembers = 'Search members'
export const invitePeople = 'Invite people'
export const name = 'Name'
export const teams = 'Teams'
export const joined = 'Joined'
export const more = 'More'
export const removeFromOrganization = 'Remove from organization…'
export const editName = 'Rename'
export const renameOrganization = 'Rename organization'
export const saveName = 'Save name'
export const nameSaved = 'Name saved'
export const settings = 'Settings'
export const organization = 'Organization'
export const theOrganizationCouldNotBeLoaded = 'The organization could not be loaded'
export const data = 'Data'
export const createOrganization = 'Create organization'
export const plan = 'Plan'
export const leave = 'Leave…'
export const deleteOrganizationMenu = 'Delete organization…'
export const leaveOrganization = 'Leave organization'
export const stay = 'Stay'
export const deleteOrganization = 'Delete organization'
export const keepOrganization = 'Keep organization'
export const removeMember = 'Remove member'
export const keepMember = 'Keep member'
export const newRole = 'New role'
export const deleteRoleMenu = 'Delete role…'
export const saveRole = 'Save role'
export const createRole = 'Create role'
export const canAlso = 'Can also'
export const deleteRole = 'Delete role'
export const keepRole = 'Keep role'
export const undo = 'Undo'
export const roles = 'Roles'
export const security = 'Security'
export const requireTwoFactorAuthentication = 'Require two-factor authentication'
export const turnOnTwoFactorAuthentication = 'Turn on two-factor authentication'
export const forYourOwnAccountFirst = 'for your own account first.'
export const newTeam = 'New team'
export const deleteTeamMenu = 'Delete team…'
export const close = 'Close'
export const createTeam = 'Create team'
export const deleteTeam = 'Delete team'
export const keepTeam = 'Keep team'
export const cancelInvitationTo = 'Cancel invitation to {email}'
export const invitationToRenewed = 'Invitation to {email} resent'
export const resendInvitationTo = 'Resend invitation to {email}'
export const linkForCopied = 'Link for {email} copied'
export const copyLinkFor = 'Copy link for {email}'
export const by = 'By {name}'
export const invitationToCanceled = 'Invitation to {email} canceled'
export const inviteCount = 'Invite {people}'
export const invitePeopleTo = 'Invite people to {name}'
export const moreFor = 'More for {name}'
export const noResultsFor = 'No results for “{search}”'
export const deleteQuestion = 'Delete {name}?'
export const leaveQuestion = 'Leave {name}?'
export const nameDeleted = '{name} deleted'
export const youLeft = 'You left {name}'
export const removeQuestion = 'Remove {name}?'
export const memberRemoved = '{name} removed'
export const deleteTheRole = 'Delete the role {role}?'
export const roleDeleted = 'Role {role} deleted'
export const roleSaved = 'Role {role} saved'
export const roleOf = 'Role of {name}'
export const hasNewRole = '{name} is now {role}'
export const createdIn = 'Created {month}'
export const teamCreated = '{name} created'
