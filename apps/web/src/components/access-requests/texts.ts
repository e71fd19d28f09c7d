/* The texts of components/access-requests. */

export const ownerSeesYou = 'The owner sees your name and email address.'
export const askForAccess = 'Ask for access'
export const requestSent = 'Request sent'
export const invite = 'Invite'
export const invited = 'Invited'
export const invitationSentTo = (email: string | number) => `Invitation sent to ${email}`
export const decline = 'Decline'
export const giveAccess = 'Give access'
export const givingAccessCreatesACopy = (receiver: string | number) =>
  `Giving access creates a copy for ${receiver}, which later changes don’t update.`
export const inviteToGiveAccess = (name: string | number) => `To give access, invite ${name} to your organization.`
export const showCount = (requests: string | number) => `Show ${requests}`
export const requestsForAccess = 'Requests for access'
export const requestSentHelp = 'If it exists, its owner has been notified. We’ll email you when you have access.'
