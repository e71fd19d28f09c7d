/* The texts of components/discussion. */

export const cancel = 'Cancel'
export const charactersLeft = (count: string | number) => `${count} characters left`
export const members = 'Members'
export const writeAComment = 'Write a comment.'
export const commentPlaceholder = 'Write a comment. Type @ to mention a member.'
export const thisCantBeUndone = 'This can’t be undone.'
export const keepComment = 'Keep comment'
export const deleteComment = 'Delete comment'
export const deleteThisComment = 'Delete this comment?'
export const deleteLabel = 'Delete'
export const edit = 'Edit'
export const save = 'Save'
export const editComment = 'Edit comment'
export const commentBy = (name: string | number) => `Comment by ${name}`
export const deletedUser = 'Deleted user'
export const showOlderComments = 'Show older comments'
export const comments = 'Comments'
export const noCommentsYet = 'No comments yet.'
export const comment = 'Comment'
export const newComment = 'New comment'
export const theCommentsCouldNotBeLoaded = 'The comments could not be loaded'
