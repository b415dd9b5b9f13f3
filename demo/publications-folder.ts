/** Where the folders of the demo's publications lie. */
import { fileURLToPath } from 'node:url'

export const DEMO_PUBLICATIONS_FOLDER = fileURLToPath(new URL('publications', import.meta.url))
