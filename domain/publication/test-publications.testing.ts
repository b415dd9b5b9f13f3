/** Setup file: every test file starts with the four publications of the specification. */
import { setPublications } from './publications.ts'
import { TEST_PUBLICATIONS } from './publications.testing.ts'

setPublications(TEST_PUBLICATIONS)
