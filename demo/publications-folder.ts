/** Where the folders of the demo's publications lie, and pictures of theirs beside those that are drawn from them. */
import { fileURLToPath } from 'node:url'

export const DEMO_PUBLICATIONS_FOLDER = fileURLToPath(new URL('publications', import.meta.url))
const DEMO_PICTURES_FOLDER = fileURLToPath(new URL('brand', import.meta.url))

/** As a portal takes them. */
export const DEMO_FOLDERS = { publications: DEMO_PUBLICATIONS_FOLDER, pictures: DEMO_PICTURES_FOLDER }
