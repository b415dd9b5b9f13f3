/** All sentences, loaded on client navigation only: a page from the server has its texts already. */
export { composeHoroscope } from '../domain/compose.ts'
