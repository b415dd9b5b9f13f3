/** For articles: few of them carry a recording with chapters. */
export { Chapters as default } from './Chapters.tsx'
