/** The folders of the demo's publications, and of their pictures in addition to generated ones. */
import { fileURLToPath } from 'node:url'

export const DEMO_PUBLICATIONS_FOLDER = fileURLToPath(new URL('publications', import.meta.url))
const DEMO_PICTURES_FOLDER = fileURLToPath(new URL('brand', import.meta.url))

/** In the form of a portal's options. */
export const DEMO_FOLDERS = { publications: DEMO_PUBLICATIONS_FOLDER, pictures: DEMO_PICTURES_FOLDER }
