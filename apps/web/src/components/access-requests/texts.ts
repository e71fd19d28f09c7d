/* The texts of components/access-requests. */

export const ownerSeesYou = 'The owner sees your name and email address.'
export const askForAccess = 'Request access'
export const requestSent = 'Request sent'
export const invite = 'Invite'
export const invited = 'Invited'
export const invitationSentTo = 'Invitation sent to {email}'
export const decline = 'Decline'
export const giveAccess = 'Give access'
export const givingAccessCreatesACopy =
  'Giving access creates a copy for {receiver}. Later changes to the original don’t update the copy.'
export const inviteToGiveAccess = 'To give access, invite {name} to your organization.'
export const showCount = 'Show {requests}'
export const requestsForAccess = 'Access requests'
export const requestSentHelp = 'If it exists, its owner has been notified. We’ll email you when you have access.'
