/* The texts of features/previews/audio. */

export const mono = 'Mono'
export const stereo = 'Stereo'
export const lengthUnknown = 'Length unknown'
export const channels = '{channels} channels'
