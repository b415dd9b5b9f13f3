/**
 * The same-origin API for a reader's session (specification 7.5, decisions S7.5-01 to S7.5-12, S2.2-08): calls from
 * this site's pages to its server. Writes need `application/json` and an origin of this site (CSRF protection). Tokens
 * travel only in cookies; a login gives the page only the bearer of the content/auth API, which grants no roles
 * (S9-18). Errors are problems with a code; the pages have the texts. `INVALID_FIELDS` carries `fields`: code by field.
 */
export * from './portal/sign-on.ts'
export * from './portal/account.ts'
export * from './portal/contracts.ts'
export * from './portal/checkout.ts'
export * from './portal/coins.ts'
export * from './portal/codes.ts'
export * from './portal/community.ts'
export * from './portal/consent.ts'
export * from './portal/library.ts'
export * from './portal/newsletters.ts'
export * from './portal/rooms.ts'
export * from './portal/endpoints.ts'
