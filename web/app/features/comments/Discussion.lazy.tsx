/** Under an article: the whole discussion is a file of its own. */
export { Discussion as default } from './Discussion.tsx'
