/** Every sentence there is: only for whoever comes from another page, because a document has what it shows. */
export { composeHoroscope } from '../domain/compose.ts'
