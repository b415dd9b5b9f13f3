/** Loaded separately, because few articles have a recording with chapters. */
export { Chapters as default } from './Chapters.tsx'
