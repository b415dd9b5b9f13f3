/** Loaded separately, because few articles have a recording. */
export { AudioPlayer as default } from './AudioPlayer.tsx'
