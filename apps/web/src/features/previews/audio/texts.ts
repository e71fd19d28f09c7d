/* The texts of features/previews/audio. */

export const mono = 'Mono'
export const stereo = 'Stereo'
export const channels = '{channels} channels'
