/* The texts of features/previews/audio. */

export const mono = 'Mono'
export const stereo = 'Stereo'
export const lengthUnknown = 'Length unknown'
export const channels = '{channels} channels'
export const play = 'Play'
export const pause = 'Pause'
export const mute = 'Mute'
export const unmute = 'Unmute'
export const position = 'Position'
export const timeOf = '{time} of {length}'
