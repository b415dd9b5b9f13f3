/** For articles: few of them carry a recording. */
export { AudioPlayer as default } from './AudioPlayer.tsx'
